import * as fc from "fast-check";
import { exampleOf } from "../../../src/openapi/example-of.ts";
import type { JsonObject } from "../../../src/openapi/json-schema.ts";
import { TYPICAL_SHAPES } from "../../../src/openapi/typical-values.ts";
import { HOSTILE_JSON, HOSTILE_NAMES, HOSTILE_TEXT } from "./hostile-values.ts";
import { idNameOf, idOf, valueFor } from "./make-values.ts";
import type { JsonSchema } from "./read-operations.ts";

/** Bytes, written as latin1 text so that a request can be kept, printed and filled in; undefined for no body. */
export type Body = string | undefined;

const utf8 = (text: string) => Buffer.from(text.toWellFormed()).toString("latin1");

/** A place of a JSON value is replaced by this raw JSON; a string that nothing else holds marks it. */
const HOLE = "hole-2f6d";

interface Change {
  readonly kind: "replace" | "remove" | "add" | "text";
  readonly at: number;
  readonly json: string;
  readonly text: string;
}
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("replace", "replace", "remove", "add", "text"),
  at: fc.nat(1000),
  json: fc.constantFrom(...HOSTILE_JSON),
  text: fc.constantFrom(...HOSTILE_TEXT),
});

type Wrap = (json: string) => string;
const WRAPS: readonly Wrap[] = [
  (json) => json.slice(0, Math.floor(json.length / 2)),
  (json) => `${json},`,
  (json) => `${json}/* */`,
  (json) => `\u00ef\u00bb\u00bf${json}`,
  (json) => Buffer.from(json, "utf16le").toString("latin1"),
  (json) => json.replaceAll('"', "'"),
  (json) => json.replace("{", '{"__proto__":{"role":"SUPER_ADMIN"},"tenantId":"{{theirs.tenantId}}",'),
  (json) => json.replace(/^\{("[^"]*":)/, "{$1null,$1"),
  (json) => json.replace('"', '"\u00ff'),
  (json) => json.replace('"', '"\\ud800'),
  () => "",
  () => "[".repeat(100_000),
  (json) => `${" ".repeat(200_000)}${json}`,
];

/** JSON of a schema, mostly with a place or two that are wrong, or as text that is no JSON. */
export function jsonFor(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<Body> {
  const none = { weight: 5, arbitrary: fc.constant<Wrap>((json) => json) };
  return fc
    .record({
      value: fc.oneof(fc.constant(typicalOf(schema, schemas)), valueFor(schema, schemas)),
      changes: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
      ),
      wrap: fc.oneof(none, { weight: 1, arbitrary: fc.constantFrom(...WRAPS) }),
    })
    .map(({ value, changes, wrap }) => wrap(utf8(changed(value, changes))));
}

/** The example that the API document shows, with ids of our tenant. */
function typicalOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  const { Id } = TYPICAL_SHAPES;
  const example = JSON.stringify(exampleOf({ ...schema }, schemas as Readonly<Record<string, JsonObject>>));
  return JSON.parse(example, function (this: unknown, key, value) {
    return value === Id ? idOf("own", idNameOf(Array.isArray(this) ? "id" : key)) : value;
  });
}

/** Returns the text of the value with these places changed. */
function changed(value: unknown, changes: readonly Change[]): string {
  const root = structuredClone(value);
  const raw: string[] = [];
  for (const { kind, at, json, text } of changes) {
    const places = listPlaces(root);
    const place = places[at % Math.max(places.length, 1)];
    if (!place) return json;
    const holder = place.holder as Record<string, unknown>;
    if (kind === "remove") delete holder[place.key];
    else if (kind === "text") holder[place.key] = text;
    else holder[kind === "add" ? "unknownKey" : place.key] = `${HOLE}${raw.push(json) - 1}`;
  }
  return JSON.stringify(root).replace(new RegExp(`"${HOLE}(\\d+)"`, "g"), (_, at: string) => raw[Number(at)]!);
}

function listPlaces(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [{ holder: value, key }, ...listPlaces(each)]);
}

export const BOUNDARY = "fuzz-7d1";

const CONTENTS = [
  "Backups are taken every day.",
  "",
  "a,b\n1,2\n",
  "{}",
  "%PDF-1.7\n",
  "PK\u0003\u0004",
  "\u00ff\u00fea\u0000",
  "x".repeat(3000),
];

interface Part {
  readonly name: string;
  readonly filename: string | null;
  readonly text: string;
}

/** A form with a file and fields next to it; some are cut off, endless, or of another making. */
export function formFor(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<Body> {
  const { file: _, ...fields } = schema.properties ?? {};
  const fieldPart = fc.oneof(
    ...[...Object.entries(fields), ["unknown", {}] as const].map(([name, each]) =>
      fc
        .oneof({ weight: 3, arbitrary: valueFor(each as JsonSchema, schemas, name) }, fc.constantFrom(...HOSTILE_TEXT))
        .map(
          (value): Part => ({
            name,
            filename: null,
            text: utf8(typeof value === "string" ? value : JSON.stringify(value)),
          }),
        ),
    ),
  );
  const filePart = fc.record({
    name: fc.oneof({ weight: 9, arbitrary: fc.constant("file") }, fc.constantFrom("File", "", "x")),
    filename: fc.constantFrom(...HOSTILE_NAMES).map(utf8),
    text: fc.constantFrom(...CONTENTS),
  });
  const parts = fc.tuple(fc.array(fieldPart, { maxLength: 3 }), fc.array(filePart, { minLength: 1, maxLength: 1 }));
  const odd = fc.tuple(fc.array(fieldPart, { maxLength: 60 }), fc.array(filePart, { maxLength: 3 }));
  const ends: readonly ((form: string) => string)[] = [
    (form) => form.slice(0, Math.floor(form.length / 2)),
    (form) => form.slice(0, -4),
    (form) => form.replaceAll("\r\n", "\n"),
    (form) => form.replace("Content-Disposition", "X"),
    (form) => form.replace("form-data;", `form-data; x="${"h".repeat(20_000)}";`),
    (form) => `preamble\r\n${form}epilogue`,
    (form) => form.replaceAll(BOUNDARY, "other"),
  ];
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: parts }, odd),
      fc.oneof({ weight: 4, arbitrary: fc.constant((form: string) => form) }, fc.constantFrom(...ends)),
    )
    .map(([[before, files], end]) => end(writeForm([...before, ...files])));
}

function writeForm(parts: readonly Part[]): string {
  const written = parts.map(({ name, filename, text }) => {
    const file = filename === null ? "" : `; filename="${filename}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  });
  return `${written.join("")}--${BOUNDARY}--\r\n`;
}
