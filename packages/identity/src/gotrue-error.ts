import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal in the shape that supabase-js reads: `{ code, error_code, msg }`. */
export class GoTrueError extends Error {
  override readonly name = "GoTrueError";
  readonly status: ContentfulStatusCode;
  readonly errorCode: string;
  readonly headers: Record<string, string>;

  constructor(status: ContentfulStatusCode, errorCode: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.headers = headers;
  }
}
