/**
 * How the Storage server words a refusal. `current`: HTTP 400 for nearly all, the real status and a code in the body.
 * `before-codes`: the same without a code, as servers did before 2024. `http-status`: the real status on the wire too.
 */
export type StorageDialect = "current" | "before-codes" | "http-status";

export class StorageRefusal extends Error {
  override readonly name = "StorageRefusal";
  readonly status: number;
  readonly code: string | undefined;
  readonly error: string;

  constructor(status: number, code: string | undefined, message: string, error: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.error = error;
  }
}

export function refuse(status: number, code: string, message: string, error: string = code): never {
  throw new StorageRefusal(status, code, message, error);
}

export function asRefusal({ status, code, error, message }: StorageRefusal, dialect: StorageDialect) {
  // A route that there is none of is refused by the framework, not by the server's own rules.
  if (code === undefined) return { status, body: { statusCode: status, error, message } };
  return {
    status: dialect === "http-status" || status >= 500 ? status : 400,
    body: { statusCode: String(status), error, message, ...(dialect === "before-codes" ? {} : { code }) },
  };
}
