import { AssayApiError } from "@assay/client";
import type { Field, Schema } from "./fields.tsx";

type Values = Readonly<Record<string, unknown>>;
export type NamedFields = readonly (readonly [name: string, field: Field<unknown>])[];

/** What was entered, and elsewhere what a field begins with. */
export function valuesOf(fields: Schema, entered: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { before }]) => [name, name in entered ? entered[name] : before]),
  );
}

export function fieldsShown(fields: Schema, values: Values): NamedFields {
  return Object.entries(fields).filter(([, { when }]) => when?.(values) ?? true);
}

/** What is wrong before anything is sent, by field; of hidden fields nothing. */
export function findWrong(shown: NamedFields, values: Values): Record<string, string> {
  return Object.fromEntries(
    shown.flatMap(([name, { check }]) => {
      const problem = check?.(trim(values[name]), values);
      return problem === undefined ? [] : [[name, problem]];
    }),
  );
}

export function valuesToSend(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trim(value)]));
}

/** The fields that the service's refusal names. */
export function namesOfRefused(refusal: Error | null): string[] {
  const issues = refusal instanceof AssayApiError ? refusal.details.issues : undefined;
  return Array.isArray(issues) ? issues.map(({ field }: { field: string }) => field) : [];
}

const trim = (value: unknown) => (typeof value === "string" ? value.trim() : value);
