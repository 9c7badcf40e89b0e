import { apiDocument } from "../../../src/openapi/api-document.ts";
import { documentedApp } from "../documented-app.ts";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** An operation of the API document, with its references to parameters resolved. */
export interface FuzzedOperation {
  readonly id: string;
  readonly method: string;
  /** `/api/runs/{runId}` */
  readonly template: string;
  /** The least role; undefined for one that asks for none. */
  readonly role: string | undefined;
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly bodies: Readonly<Record<string, JsonSchema>>;
}

interface Documented {
  readonly operationId: string;
  readonly "x-role"?: string;
  readonly parameters: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Reads every operation, and the schemas that their bodies refer to. */
export function readOperations(): {
  operations: readonly FuzzedOperation[];
  schemas: Readonly<Record<string, JsonSchema>>;
} {
  const { paths, components } = apiDocument(documentedApp(), { closed: true }) as unknown as Document;
  const resolve = (parameter: Documented["parameters"][number]): Parameter =>
    parameter.$ref ? components.parameters[parameter.$ref.split("/").at(-1)!]! : parameter;
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      template,
      role: operation["x-role"],
      parameters: operation.parameters.map(resolve),
      bodies: Object.fromEntries(
        Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
      ),
    })),
  );
  return { operations, schemas: components.schemas };
}
