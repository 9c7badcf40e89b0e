import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { Schema, Values } from "./fields.tsx";
import { fieldsShown, findWrong, type NamedFields, namesOfRefused, valuesOf, valuesToSend } from "./read-form.ts";

export interface Form<S extends Schema> {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: Values<S>;
  /** What is shown of it now. */
  readonly shown: NamedFields;
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
  const values = valuesOf(fields, entered);
  const shown = fieldsShown(fields, values);
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
      const found = findWrong(shown, values);
      setWrong(found);
      setAttempts((before) => before + 1);
      if (Object.keys(found).length === 0) send(valuesToSend(values) as Values<S>);
    },
  };
}
