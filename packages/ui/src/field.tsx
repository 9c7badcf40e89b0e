import { type ReactNode, useId } from "react";

export interface FieldProps {
  label: string;
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value, and what it must be. */
  error?: string | undefined;
}

/** A label, a control and what is to be said of its value. */
export function Field({
  label,
  labelHidden,
  hint,
  error,
  children,
}: FieldProps & { children: (ids: { id: string; labelId: string; describedBy: string | undefined }) => ReactNode }) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label id={`${id}-label`} htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children({ id, labelId: `${id}-label`, describedBy })}
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
