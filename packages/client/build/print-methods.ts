import type { Operation } from "@assay/contract/operations";
import { descriptionOf, TAGS, type TagName } from "@assay/contract/operations";
import { errorName } from "../src/assay-error.ts";
import { EXAMPLES } from "./examples.ts";
import { listReferences, printComment, printType, type Schema } from "./print-types.ts";

/** What the printer knows of the contract: each named schema, and the inputs of operations under `<id>.query` and `.body`. */
export type Schemas = Readonly<Record<string, Schema>>;

export interface PrintedMethods {
  readonly filters: string;
  readonly classes: string;
  /** Names of types that either refers to. */
  readonly references: ReadonlySet<string>;
}

/** Tags whose class has methods by hand: what is printed is the base of it. */
const EXTENDED = new Set<TagName>([
  ...(["documents", "runs", "signOffs", "sources", "tasks"] as const),
  ...(["admin.audit", "admin.corpus", "admin.events", "admin.packs", "admin.retrievalVersions", "admin.runs"] as const),
]);

/** Operations that a method by hand calls, in addition to those that `isPlain` refuses. */
const BY_HAND = new Set<Operation["id"]>([
  "signOffs.sign",
  "admin.audit.verify",
  "admin.audit.verifyCheckpoint",
  "admin.retrievalVersions.preview",
  // Several statuses at once.
  "admin.runs.list",
]);

/** Tags whose operations are methods of the client itself, such as `assay.search`. */
const ROOTS: Readonly<Partial<Record<TagName, string>>> = {
  session: "AssayBase",
  requirements: "AssayBase",
  search: "AssayBase",
  "admin.overview": "AssayAdminBase",
  "admin.settings": "AssayAdminBase",
};

const CLASS_NAMES: Readonly<Partial<Record<TagName, string>>> = {
  ...ROOTS,
  "admin.documents": "AdminDocuments",
  "admin.goldenSet": "GoldenSets",
  "admin.models": "AdminModels",
  "admin.runs": "AdminRuns",
};

/** Whether one method can make the request and return what comes: no file, no stream, no choice between replies. */
function isPlain({ id, role, form, content, requestHeaders, responses }: Operation): boolean {
  const successes = Object.values(responses);
  const [reply] = successes;
  const types = typeof reply === "object" && reply !== null ? Object.keys(reply) : [];
  const isChoice = types.length > 1 && types.includes("application/json") && !isOpaque(responses);
  return (
    role !== null && !BY_HAND.has(id) && !form && !content && !requestHeaders && successes.length === 1 && !isChoice
  );
}

/** Whether each type of a reply is a file to the client. */
function isOpaque(responses: Operation["responses"]): boolean {
  const [reply] = Object.values(responses);
  if (typeof reply !== "object" || reply === null || "_zod" in reply) return false;
  return Object.values(reply).every((shape) => shape === "json" || shape === "bytes" || shape === "text");
}

/** The operations that a printed method calls. */
export function listPrinted(operations: readonly Operation[]): Operation[] {
  return operations.filter(isPlain);
}

export function printMethods(operations: readonly Operation[], schemas: Schemas): PrintedMethods {
  const filters = new Map<string, string>();
  const references = new Set<string>();
  const classes = Map.groupBy(listPrinted(operations), ({ id }) => classOf(tagIn(id)));
  const printed = [...classes].map(([name, own]) => {
    const methods = own.map((operation) => printMethod(operation, schemas, { filters, references }));
    const description = name.startsWith("Assay") ? undefined : TAGS[tagIn(own[0]!.id)];
    return `${printComment({ description })}export class ${name} extends Resource {\n${methods.join("\n")}}\n`;
  });
  return { filters: [...filters.values()].join("\n"), classes: printed.join("\n"), references };
}

const tagIn = (id: Operation["id"]) => id.slice(0, id.lastIndexOf(".")) as TagName;

function classOf(tag: TagName): string {
  const word = tag.slice(tag.lastIndexOf(".") + 1);
  const name = CLASS_NAMES[tag] ?? word.slice(0, 1).toUpperCase() + word.slice(1);
  return EXTENDED.has(tag) ? `${name}Base` : name;
}

function methodOf({ id }: Operation): string {
  const [tag, name] = [tagIn(id), id.slice(id.lastIndexOf(".") + 1)];
  return ROOTS[tag] && ["get", "list"].includes(name) ? tag.slice(tag.lastIndexOf(".") + 1) : name;
}

interface Found {
  readonly filters: Map<string, string>;
  readonly references: Set<string>;
}

function printMethod(operation: Operation, schemas: Schemas, found: Found): string {
  const { id, method, path, query, body, responses, responseHeaders } = operation;
  const [reply] = Object.values(responses);
  if (typeof reply === "object" && reply !== null && "_zod" in reply)
    throw new Error(`Cannot print the method of ${id} as its response has no public name: give it one in schemas.ts`);
  const queried = query && schemas[`${id}.query`];
  const names = Object.keys(queried?.properties ?? {});
  const required = queried?.required ?? [];
  const isPaged = names.includes("limit") && names.includes("cursor");
  const isWhole = isPaged && !("default" in (queried!.properties!.limit as { asParameter: object }).asParameter);
  const shape = typeof reply === "string" ? unwrap(reply, schemas) : undefined;
  const isList = isPaged && !isWhole && shape?.type.type === "array";
  const isFile = responseHeaders || isOpaque(responses);

  const filters = names.filter((name) => !required.includes(name) && !(isPaged && /^(limit|cursor)$/.test(name)));
  const item = isList ? itemOf(shape!.type) : undefined;
  const typeOf = (schema: Schema, isBody = false) => {
    for (const name of listReferences(schema)) found.references.add(name);
    return printType(schema, { isBody });
  };
  const options = (() => {
    const base = isPaged && !isWhole ? "ListOptions" : "RequestOptions";
    if (filters.length === 0) return base;
    const ofReply = typeof reply === "string" ? reply.replace(/((List)?Reply|Page|Results)$/, "") : nameOfAct(id);
    const of = item ? item.$ref! : ofReply;
    const name = `${of}Filters`;
    const fields = filters.map((each) => printFilter(each, queried!.properties![each]!, typeOf));
    found.filters.set(name, `export interface ${name} extends ${base} {\n${fields.join("\n")}\n}\n`);
    return name;
  })();

  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const given = inPath.map((name) => `${name}: ${name === "index" ? "number" : "string"}`);
  given.push(...required.map((name) => `${name}: ${typeOf(shownAs(queried!.properties![name]!))}`));
  const sent = body && printBody(schemas[`${id}.body`]!, method, typeOf);
  if (sent) given.push(sent.parameter);
  const own = queried && filters.length + Number(isPaged) > 0 ? "filters" : "options";
  given.push(`${own}: ${options} = {}`);

  const at =
    inPath.length > 0 ? `path\`${path.replace(/:(\w+)/g, (_, name) => `\${${name}}`)}\`` : JSON.stringify(path);
  const passed =
    own === "filters"
      ? `asQuery({ ${[...required, "...filters"].join(", ")} })`.replace("{ ...filters }", "filters")
      : required.length > 0
        ? `{ ...options, query: { ${required.join(", ")} } }`
        : "options";
  const request = sent ? `{ ...options, json: ${sent.json} }` : passed;
  const [type, call] = isList
    ? [
        `List<${typeOf(item!)}>`,
        `return listOf(this.http, ${at}, filters, ${JSON.stringify(shape!.keys[0])}${mayBeDamaged(shape!.type) ? ", splitDamaged" : ""});`,
      ]
    : isFile
      ? ["Promise<Response>", `return this.http.send("${method}", ${at}, ${request});`]
      : reply === null
        ? ["Promise<void>", `await this.http.send("${method}", ${at}, ${request});`]
        : shape!.keys.length > 0
          ? [
              `Promise<${typeOf(shape!.type)}>`,
              `return this.only("${method}", ${at}, ${request}, ${shape!.keys.map((key) => JSON.stringify(key)).join(", ")});`,
            ]
          : [`Promise<${typeOf({ $ref: reply as string })}>`, `return this.http.json("${method}", ${at}, ${request});`];
  const start = type === "Promise<void>" ? "async " : "";
  return `${printDocumentation(operation)}${start}${methodOf(operation)}(${given.join(", ")}): ${type} {\n${call}\n}\n`;
}

/** The value of a reply of one field, and the fields that lead to it; a page has its cursor next to it. */
function unwrap(name: string, schemas: Schemas): { keys: string[]; type: Schema } {
  const keys: string[] = [];
  let type: Schema = { $ref: name };
  for (let named = schemas[name]; named?.properties; named = type.$ref ? schemas[type.$ref] : undefined) {
    const { properties, required = [] } = named;
    // What is said of a list only where it is asked for is no other reply.
    const isAside = (key: string) => key === "nextCursor" || (key === "total" && !required.includes(key));
    const fields = Object.keys(properties).filter((key) => !isAside(key));
    if (fields.length !== 1 || ("nextCursor" in named.properties && keys.length > 0)) break;
    keys.push(fields[0]!);
    type = named.properties[fields[0]!]!;
  }
  return { keys, type };
}

/** What a list holds; its pages name what is damaged apart. */
function itemOf(list: Schema): Schema {
  const { items } = list as { items: Schema };
  return mayBeDamaged(list) ? items.anyOf![0]! : items;
}

function mayBeDamaged({ items }: Schema): boolean {
  return (items as Schema).anyOf?.[1]?.$ref === "DamagedResult";
}

/** A body of one field is the field. */
function printBody(schema: Schema, method: string, typeOf: (schema: Schema, isBody: boolean) => string) {
  const fields = Object.keys(schema.properties ?? {});
  const [field] = fields;
  if (fields.length === 1 && schema.required?.length === 1)
    return { parameter: `${field}: ${typeOf(schema.properties![field!]!, true)}`, json: `{ ${field} }` };
  const isOptional = (schema.required ?? []).length === 0 && method !== "PATCH" && method !== "PUT";
  return {
    parameter: `body: ${typeOf({ $ref: schema.$id as string }, true)}${isOptional ? " = {}" : ""}`,
    json: "body",
  };
}

function printFilter(name: string, schema: Schema, typeOf: (schema: Schema) => string): string {
  const { asParameter } = schema as { asParameter?: { minimum?: number; maximum?: number; default?: unknown } };
  const { minimum, maximum, default: fallback } = asParameter ?? {};
  const limits = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}.`,
    fallback !== undefined && `Default: ${String(fallback)}.`,
  ];
  const description = [schema.description, ...limits].filter(Boolean).join(" ");
  return `${printComment({ description: description || undefined })}readonly ${name}?: ${typeOf(shownAs(schema))} | undefined;`;
}

/** As a caller gives it: a number, a boolean, where the query has text. */
function shownAs(schema: Schema): Schema {
  if (schema.asParameter) return schema.asParameter as Schema;
  return schema.enum?.join() === "true,false" ? { type: "boolean" } : schema;
}

function printDocumentation(operation: Operation): string {
  const { id, summary, errors = [] } = operation;
  const thrown = errors.map(errorName).join(", ");
  const text = [`${summary}.`, descriptionOf(operation), thrown && `Throws ${thrown}.`].filter(Boolean).join(" ");
  const example = EXAMPLES[id];
  if (!example) return printComment({ description: text });
  const lines = printComment({ description: text }).replace(/^\/\*\*\s*(\* )?|\s*\*\/\s*$/g, "");
  const shown = example.split("\n").map((line) => ` * ${line}\n`);
  return `/**\n * ${lines.trim()}\n *\n * @example\n${shown.join("")} */\n`;
}

/** `admin.accessRecords.export` is an AccessRecordExport. */
function nameOfAct(id: string): string {
  const [things = "", act = ""] = id.split(".").slice(-2);
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return `${capital(things).replace(/s$/, "")}${capital(act)}`;
}
