import { AssayError, isStorableText } from "@assay/contract";
import { readText } from "../middleware/read-text.ts";
import { refuse } from "./refuse.ts";

/** A group of 10,000 people, with room. */
const LIMIT_BYTES = 1_048_576;

export type Attributes = Readonly<Record<string, unknown>>;

/** The JSON object of a request. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, invalidSyntax. */
export async function readBody(request: Request): Promise<Attributes> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/(scim\+)?json\b/i.test(type))
    throw new AssayError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Cannot read the body because its Content-Type must be application/scim+json or application/json",
    );
  const text = request.body ? await readText(request.body, LIMIT_BYTES) : "";
  const value = parse(text);
  if (isObject(value)) return value;
  throw refuse("invalidSyntax", "Cannot read the body because it must be a JSON object");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text, or null for none. Throws invalidValue. */
export function readOptional(name: string, value: unknown, lengthMax: number): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string" && value.length <= lengthMax && isStorableText(value)) return value.trim() || null;
  throw refuse("invalidValue", `Cannot read '${name}' because it must be a text of at most ${lengthMax} characters`);
}

export function readRequired(name: string, value: unknown, lengthMax: number): string {
  const text = readOptional(name, value, lengthMax);
  if (text === null) throw refuse("invalidValue", `Cannot save without '${name}': it is required`);
  return text;
}

/** Also as Microsoft Entra writes it: a text. Throws invalidValue. */
export function readBoolean(name: string, value: unknown): boolean {
  const word = typeof value === "string" ? value.toLowerCase() : value;
  if (word === true || word === "true") return true;
  if (word === false || word === "false") return false;
  throw refuse("invalidValue", `Cannot read '${name}' because it must be true or false`);
}
