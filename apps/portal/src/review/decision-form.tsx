import { Button } from "@assay/ui";
import { type ReactNode, useEffect, useId, useRef } from "react";

interface DecisionFormProps {
  title: string;
  act: string;
  busy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** What a decision needs to be said; the evidence stays in view next to it. */
export function DecisionForm({ title, act, busy, onSubmit, onCancel, children }: DecisionFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("[role=combobox], textarea")?.focus(), []);
  return (
    <form
      ref={form}
      aria-labelledby={id}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
      onKeyDown={(event) => {
        // An open list closes first, and marks the key as used.
        if (event.key === "Escape" && !event.defaultPrevented) onCancel();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !busy) onSubmit();
      }}
    >
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {act}
        </Button>
      </div>
    </form>
  );
}
