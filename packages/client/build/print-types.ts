/** What the contract uses of JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** Whether later releases may add values to `enum`. */
  readonly "x-open"?: boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** Says nothing of the type: limits of values, and what JSON Schema itself needs. */
const IGNORED = new Set(
  "$schema $id default format pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems".split(
    " ",
  ),
);
const PRINTED = new Set(
  "$ref type const enum x-open anyOf oneOf items prefixItems properties required propertyNames additionalProperties description".split(
    " ",
  ),
);

export interface PrintOptions {
  /** Arrays are read only, as those of a body are never written to. */
  readonly isBody?: boolean;
}

/** Returns the declaration of a named type, not formatted. Throws for a keyword that it does not know. */
export function printDeclaration(name: string, schema: Schema, options: PrintOptions = {}): string {
  const type = printType(schema, options);
  const declaration = schema.properties ? `interface ${name} ${type.replace("{", "{\n")}` : `type ${name} = ${type};`;
  return `${printComment(schema)}export ${declaration}\n`;
}

/** Returns the names that a schema refers to. */
export function listReferences(schema: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(schema, (key, value) => {
    if (key === "$ref") found.add(value);
    return value;
  });
  return found;
}

export function printType(schema: Schema, options: PrintOptions = {}): string {
  const unknown = Object.keys(schema).find((keyword) => !PRINTED.has(keyword) && !IGNORED.has(keyword));
  if (unknown) throw new Error(`Cannot print a type as its schema uses '${unknown}': teach it to print-types.ts`);
  const print = (inner: Schema) => printType(inner, options);
  const { $ref, enum: values, anyOf, oneOf, type } = schema;
  if ($ref) return $ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values) return schema["x-open"] ? `Open<${printValues(values)}>` : printValues(values);
  if (anyOf ?? oneOf) return [...new Set((anyOf ?? oneOf)!.map(print))].join(" | ");
  if (Array.isArray(type)) return type.map((one) => print({ type: one })).join(" | ");
  switch (type) {
    case undefined:
      return "unknown";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case "integer":
      return "number";
    case "array":
      return printArray(schema, options);
    case "object":
      return printObject(schema, options);
    default:
      throw new Error(`Cannot print a type as its schema has the type '${String(type)}': teach it to print-types.ts`);
  }
}

const printValues = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(" | ");

function printArray({ items, prefixItems }: Schema, options: PrintOptions): string {
  const readonly = options.isBody ? "readonly " : "";
  if (prefixItems) return `${readonly}[${prefixItems.map((item) => printType(item, options)).join(", ")}]`;
  const item = typeof items === "object" ? printType(items, options) : "unknown";
  return `${readonly}(${item})[]`;
}

function printObject(schema: Schema, options: PrintOptions): string {
  const { properties, required = [], propertyNames, additionalProperties } = schema;
  if (properties) {
    const fields = Object.entries(properties).map(([key, property]) => {
      const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
      const type = printType(property, options);
      return `${printComment(property)}${name}${required.includes(key) ? `: ${type}` : `?: ${type} | undefined`};`;
    });
    // The formatter leaves on one line what is on one and fits.
    const gap = fields.some((field) => field.includes("\n")) ? "\n" : " ";
    return `{${gap}${fields.join(gap)}${gap}}`;
  }
  const value = typeof additionalProperties === "object" ? printType(additionalProperties, options) : "unknown";
  const record = `Record<${propertyNames ? printType(propertyNames, options) : "string"}, ${value}>`;
  const isOfSet = propertyNames && (propertyNames.enum !== undefined || propertyNames.type !== "string");
  return isOfSet && required.length === 0 ? `Partial<${record}>` : record;
}

const LINE_WIDTH = 110;

export function printComment({ description }: Schema): string {
  if (description === undefined) return "";
  const lines = [""];
  for (const word of description.replaceAll("*/", "* /").split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line.length + word.length < LINE_WIDTH) lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}
