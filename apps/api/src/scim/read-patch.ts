import { type Attributes, isObject } from "./read-body.ts";
import { quote, refuse } from "./refuse.ts";
import { PATCH_OP } from "./urns.ts";

const OPERATIONS_MAX = 1000;
const PATH = /^([A-Za-z$][\w$-]*)(?:\[([^\]]{1,500})\])?(?:\.([A-Za-z$][\w$-]*))?$/;

/** An attribute of a resource, in lower case; one of an extension has none of these. */
export interface AttributePath {
  readonly attribute: string;
  /** What is between brackets, as it was written. */
  readonly filter?: string;
  readonly sub?: string;
}

export interface PatchOperation {
  readonly op: "add" | "replace" | "remove";
  /** Undefined for what is not kept: an attribute of an extension. */
  readonly path: AttributePath | undefined;
  readonly value: unknown;
  /** Named by itself, and not as one of many in a value. */
  readonly isNamed: boolean;
}

/**
 * The operations of a PATCH, one an attribute: a value without a path is taken apart. `schema` is what attributes may be
 * written behind. Throws invalidSyntax, invalidPath, noTarget.
 */
export function readPatch(body: Attributes, schema: string): PatchOperation[] {
  const { schemas, Operations: operations } = body;
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_OP))
    throw refuse("invalidSyntax", `Cannot read the body because 'schemas' must have '${PATCH_OP}'`);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > OPERATIONS_MAX)
    throw refuse("invalidSyntax", `Cannot read the body because 'Operations' must have 1 to ${OPERATIONS_MAX} entries`);
  return operations.flatMap((operation) => readOperation(operation, schema));
}

/** What the body of a POST or PUT says, as if each attribute were added. Throws invalidSyntax. */
export function readResource(body: Attributes, schema: string): PatchOperation[] {
  if (Array.isArray(body.schemas) && body.schemas.includes(schema))
    return readAttributes(body, schema).map((each) => ({ op: "add", ...each, isNamed: false }));
  throw refuse("invalidSyntax", `Cannot read the body because 'schemas' must have '${schema}'`);
}

function readOperation(operation: unknown, schema: string): PatchOperation[] {
  if (!isObject(operation)) throw refuse("invalidSyntax", "Cannot read an operation because it must be an object");
  const { path, value } = operation;
  const op = readOp(operation.op);
  if (path !== undefined && path !== null && path !== "") {
    if (typeof path !== "string") throw refuse("invalidPath", "Cannot read 'path' because it must be a text");
    return [{ op, path: readPath(path, schema), value, isNamed: true }];
  }
  if (op === "remove") throw refuse("noTarget", "Cannot remove without a 'path'");
  if (!isObject(value)) throw refuse("invalidValue", "Cannot read an operation without 'path': its value is no object");
  return readAttributes(value, schema).map((each) => ({ op, ...each, isNamed: false }));
}

/** What an object says, an attribute each; without those of extensions. */
function readAttributes(
  value: Attributes,
  schema: string,
): { readonly path: AttributePath; readonly value: unknown }[] {
  return Object.entries(value).flatMap(([name, each]) => {
    if (name.toLowerCase() === schema.toLowerCase() && isObject(each)) return readAttributes(each, schema);
    const path = readPath(name, schema);
    return path ? [{ path, value: each }] : [];
  });
}

function readOp(op: unknown): PatchOperation["op"] {
  const word = typeof op === "string" ? op.toLowerCase() : op;
  if (word === "add" || word === "replace" || word === "remove") return word;
  throw refuse("invalidSyntax", "Cannot read an operation because 'op' must be add, replace or remove");
}

function readPath(text: string, schema: string): AttributePath | undefined {
  const isOwn = text.toLowerCase().startsWith(`${schema.toLowerCase()}:`);
  if (!isOwn && /^urn:/i.test(text)) return undefined;
  const found = PATH.exec(isOwn ? text.slice(schema.length + 1) : text);
  if (!found) throw refuse("invalidPath", `Cannot read the path ${quote(text)}`);
  const [, attribute = "", filter, sub] = found;
  return {
    attribute: attribute.toLowerCase(),
    ...(filter !== undefined && { filter }),
    ...(sub !== undefined && { sub: sub.toLowerCase() }),
  };
}
