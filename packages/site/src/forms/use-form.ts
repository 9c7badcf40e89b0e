import { AssayApiError } from "@assay/client";
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { Field, Schema, Values } from "./fields.tsx";

export interface Form<S extends Schema> {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: Values<S>;
  /** What is shown of it now. */
  readonly shown: readonly (readonly [name: string, field: Field<unknown>])[];
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** The fields whose values the service refused. */
  readonly refused: readonly string[];
  set(name: string, value: unknown): void;
  submit(event: SubmitEvent<HTMLFormElement>): void;
}

/** What somebody enters, and what is wrong with it: said at its field, and the first one gets the focus. */
export function useForm<S extends Schema>(
  fields: S,
  refusal: Error | null,
  send: (values: Values<S>) => void,
): Form<S> {
  const ref = useRef<HTMLFormElement>(null);
  const [entered, setEntered] = useState<Readonly<Record<string, unknown>>>({});
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [attempts, setAttempts] = useState(0);
  const values = mapFields(fields, (field, name) => (name in entered ? entered[name] : field.before));
  const shown = Object.entries(fields).filter(([, { when }]) => when?.(values) ?? true);
  const refused = namesOfRefused(refusal);
  const inOwnWords = shown.flatMap(([name, field]) =>
    field.refused !== undefined && refused.includes(name) ? [[name, field.refused] as const] : [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt that failed moves the focus, and nothing else does
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts, refusal]);
  return {
    ref,
    values: values as Values<S>,
    shown,
    errors: { ...Object.fromEntries(inOwnWords), ...wrong },
    refused,
    set(name, value) {
      setEntered((before) => ({ ...before, [name]: value }));
      setWrong(({ [name]: _, ...others }) => others);
    },
    submit(event) {
      event.preventDefault();
      const found = shown.flatMap(([name, { check }]) => {
        const problem = check?.(trim(values[name]), values);
        return problem === undefined ? [] : [[name, problem] as const];
      });
      setWrong(Object.fromEntries(found));
      setAttempts((before) => before + 1);
      if (found.length === 0) send(mapFields(fields, (_, name) => trim(values[name])) as Values<S>);
    },
  };
}

function mapFields(fields: Schema, read: (field: Field<unknown>, name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, read(field, name)]));
}

const trim = (value: unknown) => (typeof value === "string" ? value.trim() : value);

function namesOfRefused(refusal: Error | null): string[] {
  const issues = refusal instanceof AssayApiError ? refusal.details.issues : undefined;
  return Array.isArray(issues) ? issues.map(({ field }: { field: string }) => field) : [];
}
