import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { classNames } from "./class-names.ts";

const BOX =
  "target h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm text-text " +
  "placeholder:text-muted disabled:opacity-60 aria-invalid:border-missing";

interface FieldProps {
  label: string;
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value, and what it must be. */
  error?: string | undefined;
}

function Field({
  label,
  labelHidden,
  hint,
  error,
  children,
}: FieldProps & { children: (ids: { id: string; describedBy: string | undefined }) => ReactNode }) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children({ id, describedBy })}
      {error ? (
        <p id={`${id}-error`} className="text-xs text-missing">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  className,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field {...{ label, labelHidden, hint, error }}>
      {({ id, describedBy }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className={classNames(BOX, className)}
        />
      )}
    </Field>
  );
}

export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  className,
  children,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field {...{ label, labelHidden, hint, error }}>
      {({ id, describedBy }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className={classNames(BOX, className)}
        >
          {children}
        </select>
      )}
    </Field>
  );
}
