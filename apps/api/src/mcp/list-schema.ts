import { z } from "zod";

/** A tool's schema as it is checked, with a shorter form of it for `tools/list`. */
type Listed<S extends z.ZodObject> = Pick<S, "~standard">;

/** Without the dialect, which is the protocol's own. */
export function listInput<S extends z.ZodObject>(schema: S): Listed<S> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  return showAs(schema, json);
}

/** Only the names and types of the first level: what is within them is checked, and would cost each conversation tokens. */
export function listOutput<S extends z.ZodObject>(schema: S): Listed<S> {
  const properties = Object.entries(z.toJSONSchema(schema).properties ?? {}).map(([name, each]) => [
    name,
    typeof each === "object" && each.type ? { type: each.type } : {},
  ]);
  return showAs(schema, { type: "object", properties: Object.fromEntries(properties) });
}

function showAs<S extends z.ZodObject>(schema: S, json: Record<string, unknown>): Listed<S> {
  const standard = schema["~standard"];
  return { "~standard": { ...standard, jsonSchema: { input: () => json, output: () => json } } };
}
