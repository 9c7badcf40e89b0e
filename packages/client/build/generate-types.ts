// Writes the client's types from the contract's schemas. With --check it writes nothing, and fails where one differs.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listHelp } from "@assay/contract/error-help";
import { OPERATIONS, type Operation } from "@assay/contract/operations";
import { ADMIN_BODIES, ADMIN_SHAPES, BODIES, jsonSchemas, REPLIES, SCHEMAS, SHAPES } from "@assay/contract/schemas";
import { errorName } from "../src/assay-error.ts";
import { printMethods } from "./print-methods.ts";
import { listReferences, printComment, printDeclaration, type Schema } from "./print-types.ts";

const FOLDER = join(import.meta.dirname, "../src/generated");
const BIOME = join(import.meta.dirname, "../../../node_modules/.bin/biome");
const COMMAND = "npm run types:client";
const ERRORS = "errors.ts";
const METHODS_HEADER = `// Made from packages/contract/src/operations by \`${COMMAND}\`: change the table, not this file.
`;
const ERRORS_HEADER = `// Made from packages/contract/src/errors.ts by \`${COMMAND}\`: change the catalogue, not this file.
import { type ErrorClass, errorClass } from "../assay-error.ts";
`;
const HEADER = `// Made from packages/contract/src/schemas.ts by \`${COMMAND}\`: change the schemas, not this file.
// oxlint-disable typescript/no-duplicate-type-constituents -- the names of two kinds of strings say what they hold
`;

interface File {
  readonly name: string;
  readonly shapes: object;
  readonly bodies: object;
}
/** Replies that are named by methods by hand, or returned whole. */
const { CheckpointKeyListReply, CorpusIngestionReply, DocumentReply, EstimateRunReply, ModelListReply } = REPLIES;
const { RunStepListReply, SignOffReply, StartRunReply } = REPLIES;
export const WRAPPED = {
  CheckpointKeyListReply,
  CorpusIngestionReply,
  DocumentReply,
  EstimateRunReply,
  ModelListReply,
  RunStepListReply,
  SignOffReply,
  StartRunReply,
};

const FILES: readonly File[] = [
  { name: "types.ts", shapes: SHAPES, bodies: BODIES },
  { name: "admin-types.ts", shapes: ADMIN_SHAPES, bodies: ADMIN_BODIES },
  { name: "replies.ts", shapes: WRAPPED, bodies: {} },
];

/** Returns the names of the files that are not as the contract says. */
export function listStale(schemas: Record<string, unknown> = readSchemas()): string[] {
  return [...printAll(schemas)]
    .filter(([name, text]) => !existsSync(join(FOLDER, name)) || readFileSync(join(FOLDER, name), "utf8") !== text)
    .map(([name]) => `packages/client/src/generated/${name}`);
}

function printAll(schemas: Record<string, unknown>): Map<string, string> {
  const types = FILES.map((file) => [file.name, print(file, schemas)] as const);
  return new Map([
    ...types,
    ...METHOD_FILES.flatMap((file) => printOperations(file, schemas)),
    [ERRORS, format(ERRORS, printErrors())],
  ]);
}

interface MethodFiles {
  readonly resources: string;
  readonly filters: string;
  /** Whose operations are in them. */
  readonly has: (operation: Operation) => boolean;
}
const METHOD_FILES: readonly MethodFiles[] = [
  { resources: "resources.ts", filters: "filters.ts", has: ({ id }) => !id.startsWith("admin.") },
  { resources: "admin-resources.ts", filters: "admin-filters.ts", has: ({ id }) => id.startsWith("admin.") },
];

/** The named schemas, and those of each operation's query and body. */
export function readSchemas(): Record<string, unknown> {
  const queries = new Map(OPERATIONS.flatMap(({ id, query }) => (query ? [[query, `${id}.query`] as const] : [])));
  const schemas = jsonSchemas(undefined, Object.fromEntries([...queries].map(([query, name]) => [name, query])));
  const inputs = OPERATIONS.flatMap(({ id, query, body }) => [
    ...(query ? [[`${id}.query`, schemas[queries.get(query)!]] as const] : []),
    ...Object.entries(SCHEMAS).flatMap(([name, schema]) =>
      schema === body ? [[`${id}.body`, { ...schemas[name], $id: name }] as const] : [],
    ),
  ]);
  return { ...schemas, ...Object.fromEntries(inputs) };
}

function printOperations({ resources, filters, has }: MethodFiles, schemas: Record<string, unknown>) {
  const printed = printMethods(OPERATIONS.filter(has), schemas as Record<string, Schema>);
  const importsOf = (text: string) =>
    FILES.map((file) => {
      const names = [...Object.keys(file.shapes), ...Object.keys(file.bodies)];
      const used = names.filter((name) => printed.references.has(name) && new RegExp(`\\b${name}\\b`).test(text));
      return used.length === 0 ? "" : `import type { ${used.sort().join(", ")} } from "./${file.name}";\n`;
    }).join("");
  const names = [...printed.filters.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name!);
  const uses = (text: string, known: readonly string[], from: string, kind = "type ") => {
    const used = known.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    return used.length === 0 ? "" : `import ${kind}{ ${used.join(", ")} } from "${from}";\n`;
  };
  const code = printed.classes.replace(/\/\*\*[\s\S]*?\*\//g, "");
  const classes = [
    METHODS_HEADER,
    uses(code, ["splitDamaged"], "../damage.ts", ""),
    uses(code, ["asQuery", "path"], "../http.ts", ""),
    uses(code, ["RequestOptions"], "../http.ts"),
    'import { type List, type ListOptions, listOf } from "../list.ts";\n',
    'import { Resource } from "../resource.ts";\n',
    importsOf(code),
    uses(code, names, `./${filters}`),
    printed.classes,
  ];
  const interfaces = [
    METHODS_HEADER,
    uses(printed.filters, ["RequestOptions"], "../http.ts"),
    uses(printed.filters, ["ListOptions"], "../list.ts"),
    uses(printed.filters, ["Open"], "../open.ts"),
    importsOf(printed.filters),
    printed.filters,
  ];
  return [
    [resources, format(resources, classes.join(""))],
    [filters, format(filters, interfaces.join(""))],
  ] as const;
}

/** A class per code, which a program that does not name it does not carry. */
function printErrors(): string {
  const { sections } = listHelp().find(({ title }) => title === "Error responses")!;
  const classes = sections.map(({ code, status, happened, why, example }) => {
    const name = errorName(code);
    const { help: _, ...details } = (example as { details: Record<string, unknown> }).details;
    const typed = Object.keys(details).length === 0 ? "" : `, ${printExample(details)}`;
    return `${printComment({ description: `${status}. ${happened} ${why}` })}export const ${name}: ErrorClass<"${code}"${typed}> = /* @__PURE__ */ errorClass("${code}");
export type ${name} = InstanceType<typeof ${name}>;
`;
  });
  const codes = sections.map(({ code }) => `"${code}"`).join(" | ");
  return `${ERRORS_HEADER}
/** Every code of an error reply; a later release may add some. */
export type ErrorCode = ${codes};

${classes.join("\n")}`;
}

/** The type of a value of the help's examples. */
function printExample(value: unknown): string {
  if (Array.isArray(value)) return `${printExample(value[0])}[]`;
  if (typeof value !== "object" || value === null) return typeof value;
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key}: ${printExample(each)}`)
    .join("; ")} }`;
}

function print({ name, shapes, bodies }: File, schemas: Record<string, unknown>): string {
  const schemaOf = (key: string) => schemas[key] as Schema;
  const declarations = [
    ...Object.keys(shapes).map((key) => printDeclaration(key, schemaOf(key))),
    ...Object.keys(bodies).map((key) => printDeclaration(key, schemaOf(key), { isBody: true })),
  ];
  const own = [...Object.keys(shapes), ...Object.keys(bodies)];
  const used = listReferences(own.map(schemaOf));
  const imports = FILES.filter((file) => file.name !== name).map((file) => {
    const names = [...Object.keys(file.shapes), ...Object.keys(file.bodies)].filter((key) => used.has(key)).sort();
    return names.length === 0 ? "" : `import type { ${names.join(", ")} } from "./${file.name}";\n`;
  });
  const open = declarations.some((text) => text.includes("Open<")) ? 'import type { Open } from "../open.ts";\n' : "";
  return format(name, `${HEADER}${open}${imports.sort().join("")}\n${declarations.join("\n")}`);
}

function format(name: string, source: string): string {
  const args = ["check", "--write", `--stdin-file-path=${join(FOLDER, name)}`];
  const { status, stdout, stderr } = spawnSync(BIOME, args, { cwd: FOLDER, input: source, encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot format ${name}: ${stderr}`);
  return stdout;
}

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    const stale = listStale();
    for (const file of stale) console.error(`${file} is not what the contract says: run \`${COMMAND}\``);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    const schemas = readSchemas();
    for (const [name, text] of printAll(schemas)) writeFileSync(join(FOLDER, name), text);
  }
}
