import { type ReactNode, useId } from "react";

/** A titled part of the page, with an act or a figure at its end. */
export function Section({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {end && <div className="ms-auto text-xs text-muted">{end}</div>}
      </div>
      {children}
    </section>
  );
}
