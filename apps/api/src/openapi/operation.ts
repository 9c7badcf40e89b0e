import type { ErrorCode } from "@assay/contract";
import type { SchemaName } from "@assay/contract/schemas";
import type { z } from "zod";
import type { ReplyHeader, RequestHeader } from "./headers.ts";
import type { TagName } from "./tags.ts";

/** A schema by its name in the contract, or one that has none. */
export type Shape = SchemaName | z.ZodType;

/** What a body holds, by its media type: JSON of this shape or of one that its own documentation describes, text, bytes. */
export type Content = Readonly<Record<`${string}/${string}`, Shape | "json" | "text" | "bytes">>;

/** A form with a file, and these fields beside it. */
interface UploadForm {
  readonly fields: z.ZodObject;
  readonly file: string;
}

/** What the API document says of a route beside its role, its path and what `query` and `json` check. */
export interface Operation {
  /** As the client calls it; the part before the last dot is its tag. */
  readonly id: `${TagName}.${string}`;
  /** What the route does, in a few words: "Starts a run". */
  readonly summary: string;
  readonly description?: string;
  /** By status; null without a body, one shape for JSON. */
  readonly replies: Readonly<Record<number, Shape | Content | null>>;
  /** Codes beyond those that follow from the role, the path and the inputs: `errorsOf` has these. */
  readonly errors?: readonly ErrorCode[];
  /** Of a route that reads its body itself. */
  readonly body?: Content;
  readonly form?: UploadForm;
  /** Honours Idempotency-Key. */
  readonly idempotent?: true;
  /** Has an ETag, and answers If-None-Match with 304. */
  readonly revalidated?: true;
  readonly requestHeaders?: readonly RequestHeader[];
  readonly replyHeaders?: readonly ReplyHeader[];
}
