import type { TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

const BOX =
  "w-full resize-y rounded-md border border-line-control bg-surface px-2.5 py-1.5 text-sm text-text shadow-low " +
  "transition-colors placeholder:text-muted hover:border-line-strong disabled:opacity-60 aria-invalid:border-missing";

export type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** For text of several lines. */
export function TextArea({ label, labelHidden, hint, error, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, labelHidden, hint, error }}>
      {({ id, describedBy }) => (
        <textarea
          id={id}
          rows={rows}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className={classNames(BOX, className)}
        />
      )}
    </Field>
  );
}
