import * as fc from "fast-check";
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_TEXT, HOSTILE_TOKENS, HOSTILE_TYPES } from "./hostile-values.ts";
import { BOUNDARY, type Body, formFor, jsonFor } from "./make-bodies.ts";
import { idFor, textFor } from "./make-values.ts";
import type { FuzzedOperation, JsonSchema, Parameter } from "./read-operations.ts";

/** Who calls: a role of our tenant, a key, an auditor's link, or someone who has no token that counts. */
export type Caller = "VIEWER" | "MEMBER" | "ADMIN" | "SUPER_ADMIN" | "key" | "link" | "leaver";

/** A request before ids and tokens stand in it. */
export interface FuzzRequest {
  readonly operation: FuzzedOperation;
  readonly caller: Caller | { readonly authorization: string };
  readonly method: string;
  /** Encoded, but for what represents ids. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
}

/** What ends its caller's sessions. */
const LEAVES = new Set(["session.changePassword"]);

export function requestFor(
  operation: FuzzedOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller: callerFor(operation),
      method: methodFor(operation),
      path: pathFor(operation),
      query: queryFor(operation.parameters.filter((each) => each.in === "query")),
      headers: headersFor(operation.parameters.filter((each) => each.in === "header")),
      content: contentFor(operation, schemas),
    })
    .map(({ caller, method, path, query, headers, content }) => ({
      operation,
      caller,
      method,
      path: `${path}${query}`,
      headers: [...content.headers, ...headers],
      body: method === "HEAD" ? undefined : content.body,
    }));
}

function callerFor({ id, role, template }: FuzzedOperation): fc.Arbitrary<FuzzRequest["caller"]> {
  const nobody = fc.constantFrom(...HOSTILE_TOKENS).map((authorization) => ({ authorization }));
  if (LEAVES.has(id) || template.startsWith("/auth/")) return fc.oneof(fc.constant<Caller>("leaver"), nobody);
  const least = (role as Caller | undefined) ?? "VIEWER";
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<Caller>(least) },
    { weight: 10, arbitrary: fc.constantFrom<Caller>("ADMIN", "SUPER_ADMIN") },
    { weight: 3, arbitrary: fc.constantFrom<Caller>("VIEWER", "MEMBER", "key", "link") },
    { weight: 1, arbitrary: nobody },
  );
}

function methodFor({ method }: FuzzedOperation): fc.Arbitrary<string> {
  const others = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND");
  const head = method === "GET" ? [{ weight: 2, arbitrary: fc.constant("HEAD") }] : [];
  return fc.oneof({ weight: 40, arbitrary: fc.constant(method) }, ...head, { weight: 1, arbitrary: others });
}

function pathFor({ method, template, parameters }: FuzzedOperation): fc.Arbitrary<string> {
  const names = parameters.filter((each) => each.in === "path").map(({ name }) => name);
  const segment = (name: string) => {
    if (name === "index") return fc.oneof(fc.constant("1"), fc.nat(3).map(String), fc.constantFrom("-1", "01", "9e9"));
    // Of a tenant that is told to stop, every other caller would be told the same.
    const id =
      name === "tenantId" && template.includes("/admin/tenants/")
        ? fc.constant("{{spare.tenantId}}")
        : idFor(name, method === "DELETE" ? "disposable" : "own");
    return fc.oneof({ weight: 25, arbitrary: id.map(encode) }, fc.constantFrom(...HOSTILE_SEGMENTS));
  };
  return fc
    .record(Object.fromEntries(names.map((name) => [name, segment(name)])))
    .map((values) => template.replace(/\{(\w+)\}/g, (_, name: string) => (values as Record<string, string>)[name]!));
}

/** With what represents an id left to be found. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%7B%7B([\w.]+)%7D%7D/g, "{{$1}}");
}

function queryFor(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const one = ({ name, schema }: Parameter) => textFor(name, schema).map((text) => `${name}=${encode(text)}`);
  const own = parameters.filter(({ name }) => name !== "tenantId");
  const given = own.map((each) => fc.option(one(each), { freq: each.required ? 9 : 1, nil: undefined }));
  const odd: fc.Arbitrary<string>[] = [
    fc.constantFrom(...HOSTILE_TEXT).map((text) => `unknown=${encode(text)}`),
    fc.constantFrom(...HOSTILE_SEGMENTS).map((text) => `${own[0]?.name ?? "q"}=${text}`),
    ...(own.length > 0 ? [fc.tuple(...own.map(one)).map((pairs) => [...pairs, ...pairs].join("&"))] : []),
    fc.constantFrom("own", "theirs", "spare").map((side) => `tenantId={{${side}.tenantId}}`),
    fc.constantFrom(...HOSTILE_TEXT).map((text) => `tenantId=${encode(text)}`),
  ];
  return fc
    .tuple(
      fc.tuple(...given),
      fc.option(fc.oneof(...odd), { freq: 6, nil: undefined }).map((each) => each),
    )
    .map(([pairs, more]) => [...pairs, more].filter((each) => each !== undefined).join("&"))
    .map((text) => (text === "" ? "" : `?${text}`));
}

function headersFor(parameters: readonly Parameter[]): fc.Arbitrary<[string, string][]> {
  const values: Readonly<Record<string, readonly string[]>> = {
    "Idempotency-Key": ["key-1", "key-2", "key-3"],
    Range: ["bytes=0-10", "bytes=5-", "bytes=-5"],
    "Last-Event-ID": ["0", "1", "5"],
  };
  const own = parameters.map(({ name }) =>
    fc.option(
      fc.constantFrom(...(values[name] ?? ['"x"'])).map((value): [string, string] => [name, value]),
      { nil: undefined },
    ),
  );
  const odd = fc.option(
    fc.constantFrom(...HOSTILE_HEADERS).map(([name, value]): [string, string] => [name, value]),
    { freq: 1, nil: undefined },
  );
  return fc.tuple(...own, odd).map((pairs) => pairs.filter((each) => each !== undefined));
}

interface Sent {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Body;
}

function contentFor({ bodies }: FuzzedOperation, schemas: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<Sent> {
  const nothing: Sent = { headers: [], body: undefined };
  const kinds = Object.entries(bodies).map(([type, schema]) => {
    if (type === "multipart/form-data")
      return sentAs(formFor(schema, schemas), `multipart/form-data; boundary=${BOUNDARY}`);
    if (type === "application/json") return sentAs(jsonFor(schema, schemas), "application/json");
    return sentAs(fc.oneof(fc.constantFrom(...HOSTILE_TEXT), jsonFor({ type: "object" }, schemas)), type);
  });
  // A body where none is asked for must not matter.
  if (kinds.length === 0)
    return fc.oneof({ weight: 15, arbitrary: fc.constant(nothing) }, sentAs(fc.constant("{}"), "application/json"));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(nothing) },
    ...kinds.map((arbitrary) => ({ weight: 12, arbitrary })),
  );
}

function sentAs(body: fc.Arbitrary<Body>, type: string): fc.Arbitrary<Sent> {
  return fc
    .tuple(body, fc.oneof({ weight: 12, arbitrary: fc.constant(type) }, fc.constantFrom(...HOSTILE_TYPES)))
    .map(([text, sent]) => ({ headers: sent === "" ? [] : [["Content-Type", sent] as const], body: text }));
}
