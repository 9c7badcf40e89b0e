import type { InputHTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

const BOX =
  "target h-8 w-full rounded-md border border-line-control bg-surface px-2.5 text-sm text-text shadow-low " +
  "transition-colors placeholder:text-muted hover:border-line-strong disabled:opacity-60 aria-invalid:border-missing";

export interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  /** Is in front of what is typed. */
  icon?: ReactNode;
}

export function TextField({ label, labelHidden, hint, error, icon, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error }}>
      {({ id, describedBy }) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-muted">
              {icon}
            </span>
          )}
          <input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            {...rest}
            className={classNames(BOX, Boolean(icon) && "ps-8", className)}
          />
        </div>
      )}
    </Field>
  );
}
