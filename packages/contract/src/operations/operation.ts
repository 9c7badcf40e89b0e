import type { z } from "zod";
import type { AccessKind } from "../access-records.ts";
import type { ErrorCode } from "../errors.ts";
import type { SchemaName } from "../schemas.ts";
import type { Freshness } from "../session.ts";
import type { LinkCapability, Role } from "../statuses.ts";
import type { RequestHeader, ResponseHeader } from "./headers.ts";
import type { TagName } from "./tags.ts";

/** A schema by its name in the contract, or one that has none. */
export type Shape = SchemaName | z.ZodType;

/** What a body holds, by its media type: JSON of this shape or of one that its own documentation describes, text, bytes. */
export type Content = Readonly<Record<`${string}/${string}`, Shape | "json" | "text" | "bytes">>;

/** A form with a file, and these fields next to it. */
interface UploadForm {
  readonly fields: z.ZodObject;
  readonly file: string;
}

/** Who may call an operation. Every path that asks for a role is below /api/: the session guards nothing else. */
type Access =
  | {
      /** The least role. */
      readonly role: Role;
      readonly path: `/api/${string}`;
    }
  | {
      /** No token is needed. */
      readonly role: null;
      readonly path: `/${string}`;
    };

/** A route of the API: what it takes, who may call it, what it returns. */
export type OperationSpec = Access & {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** An auditor's link may call it, for its own run, if it has one of these; omitted where no link may. */
  readonly link?: readonly [LinkCapability, ...LinkCapability[]];
  /** For a person who is signed in: no API key, link or schedule; completes "Cannot …" for those. */
  readonly person?: string;
  /** For a person who is a member of the tenant: as `person`, and nobody who acts through `tenantId`. */
  readonly member?: string;
  /** For people who may review: as `member`, and a link that the operation admits. */
  readonly reviewer?: string;
  /** For people only, who have proved who they are within the last 5 minutes (ACTION) or 12 hours (REVIEW). */
  readonly fresh?: Freshness;
  /** The limit per minute that it counts against, in addition to that of all requests. */
  readonly rateLimit?: "uploads" | "searches" | "packages" | "exchanges";
  /** What it does, in a few words: "Starts a run". */
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodType;
  /** The JSON body. */
  readonly body?: z.ZodType;
  readonly form?: UploadForm;
  /** The body of a route that reads it itself. */
  readonly content?: Content;
  /** By status; null without a body, one shape for JSON. */
  readonly responses: Readonly<Record<number, Shape | Content | null>>;
  /** Codes in addition to those that follow from the role, the path and the inputs: `errorsOf` returns all. */
  readonly errors?: readonly ErrorCode[];
  /** Who reads it is recorded before it is sent: what it is, and the parameter of the path that names it. */
  readonly reads?: { readonly kind: AccessKind; readonly object: string };
  /** Part of a protocol whose clients know it: the SDK has no method for it alone. */
  readonly protocol?: "tus";
  /** It will be removed: days, as `2027-01-31`, from which it is announced and from which it may be gone. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
  /** Honours Idempotency-Key. */
  readonly idempotent?: true;
  /** Has an ETag, and answers If-None-Match with 304. */
  readonly revalidated?: true;
  readonly requestHeaders?: readonly RequestHeader[];
  readonly responseHeaders?: readonly ResponseHeader[];
};

export type Operation = OperationSpec & {
  /** As the client calls it; the part before the last dot is its tag. */
  readonly id: `${TagName}.${string}`;
};
