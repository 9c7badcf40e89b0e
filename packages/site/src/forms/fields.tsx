import { Select, TextArea, TextField } from "@assay/ui";
import type { InputHTMLAttributes, ReactNode } from "react";

type Unread = Readonly<Record<string, unknown>>;

interface FieldOptions<T> {
  /** Two in a row share it where there is room. */
  readonly half?: boolean | undefined;
  /** Whether it is shown, by the values of the whole form. */
  readonly when?: ((values: Unread) => boolean) | undefined;
  /** What is wrong with the value, before anything is sent. */
  check?(value: T, values: Unread): string | undefined;
  /** Said at the field when the service refuses the value, in place of the service's own words below all. */
  readonly refused?: string | undefined;
}

/** A value of a form, and how it is entered. */
export interface Field<T> extends FieldOptions<T> {
  /** Until somebody changes it. */
  readonly before: T;
  show(shown: Shown<T>): ReactNode;
}

interface Shown<T> {
  readonly name: string;
  readonly value: T;
  readonly error: string | undefined;
  /** Where the service refused the value: the id of what says why. */
  readonly refusedBy: string | undefined;
  set(value: T): void;
}

export type Schema = Readonly<Record<string, Field<unknown>>>;
export type Values<S extends Schema> = { -readonly [Name in keyof S]: S[Name] extends Field<infer T> ? T : never };

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "required" | "placeholder" | "min" | "max" | "inputMode" | "spellCheck"
>;

interface TextOptions extends Partial<FieldOptions<string>>, Input {
  readonly before?: string | null;
  readonly hint?: ReactNode;
  readonly length?: number;
  /** Offered while it is typed. */
  readonly offered?: readonly string[];
}

/** One line. */
export function text(label: string, options: TextOptions = {}): Field<string> {
  const { before, hint, length, offered, half, when, check, refused, ...input } = options;
  return {
    ...{ half, when, refused, ...(check && { check }) },
    before: before ?? "",
    show: ({ name, value, error, refusedBy, set }) => (
      <>
        <TextField
          {...{ label, hint, name, value, error }}
          autoComplete="off"
          maxLength={length}
          list={offered && `${name}-offered`}
          {...input}
          {...refusal(refusedBy)}
          onChange={({ target }) => set(target.value)}
        />
        {offered && (
          <datalist id={`${name}-offered`}>
            {offered.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        )}
      </>
    ),
  };
}

type LinesOptions = Partial<FieldOptions<string>> & Pick<TextOptions, "hint" | "length" | "required">;

/** Text of several lines. */
export function lines(label: string, { hint, length, required, ...options }: LinesOptions = {}): Field<string> {
  return {
    ...options,
    before: "",
    show: ({ name, value, error, refusedBy, set }) => (
      <TextArea
        {...{ label, hint, name, value, error, required }}
        {...refusal(refusedBy)}
        maxLength={length}
        onChange={({ target }) => set(target.value)}
      />
    ),
  };
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface ChoiceOptions<T extends string> extends Partial<FieldOptions<T>> {
  readonly before: T;
  readonly hint?: string | ((value: T) => string | undefined);
}

/** One of a few. */
export function choice<T extends string>(
  label: string,
  all: readonly Option<T>[],
  { hint, ...options }: ChoiceOptions<T>,
): Field<T> {
  return {
    ...options,
    show: ({ value, error, set }) => (
      <Select
        {...{ label, value, error }}
        hint={typeof hint === "function" ? hint(value) : hint}
        options={all}
        onChange={(next) => set(next as T)}
      />
    ),
  };
}

interface TickOptions extends Partial<FieldOptions<boolean>> {
  readonly before?: boolean;
  readonly hint?: ReactNode | ((value: boolean) => ReactNode);
}

/** Yes or no. */
export function tick(label: ReactNode, { before = false, hint, ...options }: TickOptions = {}): Field<boolean> {
  return {
    ...options,
    before,
    show: ({ value, set }) => (
      <Tick label={label} hint={typeof hint === "function" ? hint(value) : hint} on={value} onChange={set} />
    ),
  };
}

interface TicksOptions<T> extends Partial<FieldOptions<T[]>> {
  readonly before?: T[];
  /** Said while none is ticked, where one has to be. */
  readonly least?: string;
}

/** Any of a few. */
export function ticks<T extends string>(
  legend: string,
  all: readonly (Option<T> & { readonly hint?: string })[],
  { before = [], least, ...options }: TicksOptions<T> = {},
): Field<T[]> {
  return {
    check: (chosen) => (chosen.length > 0 ? undefined : least),
    ...options,
    before,
    show: ({ value: chosen, set }) => (
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">{legend}</legend>
        {all.map(({ value, label, hint }) => (
          <Tick
            key={value}
            small
            {...{ label, hint }}
            on={chosen.includes(value)}
            onChange={(on) =>
              set(all.map((each) => each.value).filter((each) => (each === value ? on : chosen.includes(each))))
            }
          />
        ))}
        {least && chosen.length === 0 && <p className="text-xs text-missing">{least}</p>}
      </fieldset>
    ),
  };
}

/** Entered in a way of its own. */
export function own<T>(before: T, show: Field<T>["show"], options: Partial<FieldOptions<T>> = {}): Field<T> {
  return { ...options, before, show };
}

function refusal(refusedBy: string | undefined) {
  return refusedBy === undefined ? {} : { "aria-invalid": true, "aria-describedby": refusedBy };
}

interface TickProps {
  label: ReactNode;
  hint: ReactNode;
  /** Of one of many. */
  small?: boolean;
  on: boolean;
  onChange: (on: boolean) => void;
}

function Tick({ label, hint, small = false, on, onChange }: TickProps) {
  return (
    <label className={`target flex gap-2 ${hint ? "items-start" : "items-center"}`}>
      <input
        type="checkbox"
        className={`size-4 shrink-0 accent-accent ${hint ? "mt-0.5" : ""}`}
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {hint && <span className={`block text-muted ${small ? "text-xs" : ""}`}>{hint}</span>}
      </span>
    </label>
  );
}
