import { readFileSync } from "node:fs";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-07";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

interface Schema {
  readonly $id: string;
  readonly definitions: Readonly<Record<string, object>>;
}

interface HyperjumpOutput {
  readonly valid: boolean;
  readonly errors?: readonly { readonly instanceLocation: string; readonly keyword: string }[];
}

const FILE = new URL("../oscal/fixtures/oscal_complete_schema-1.2.2.json", import.meta.url);

/** NIST's schema. Its inner `$id`s name the place that they are in, which draft 7 allows no `$id` to do. */
function readSchema(): Schema {
  const schema = JSON.parse(readFileSync(FILE, "utf8"), function (this: object, key, value) {
    return key === "$id" && typeof value === "string" && value.startsWith("#") ? undefined : value;
  });
  return schema;
}

export interface OscalValidators {
  /** What ajv says is wrong; empty where the document is valid. */
  readonly ajv: (document: unknown) => string[];
  /** The same, of another implementation. */
  readonly hyperjump: (document: unknown) => string[];
}

/** Two validators of other makers; both read patterns as Unicode, as `\p{L}` needs. */
export async function oscalValidators(): Promise<OscalValidators> {
  const schema = readSchema();
  const ajv = new Ajv({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  const check = ajv.compile(schema);
  const { $id } = schema;
  unregisterSchema($id);
  registerSchema(schema as never, $id, "http://json-schema.org/draft-07/schema");
  const other = await validate($id);
  return {
    ajv: (document) => (check(document) ? [] : (check.errors ?? []).map((e) => `${e.instancePath} ${e.message}`)),
    hyperjump: (document) => {
      const output = other(document as never, "BASIC") as HyperjumpOutput;
      return output.valid ? [] : (output.errors ?? []).map((e) => `${e.instanceLocation} ${e.keyword}`);
    },
  };
}
