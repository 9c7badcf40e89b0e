import type { Run } from "@assay/client";
import { labelOfKind } from "@assay/site/exception-kind";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { isAuditor } from "../app/verdict-href.ts";
import { ExceptionMark } from "./exception-mark.tsx";
import { useRunExceptions } from "./run-exceptions.tsx";

/** The exceptions that were fixed with a run; nothing where there are none. */
export function RunExceptionList({ run }: { run: Run }) {
  const { data = [] } = useRunExceptions(run);
  const count = run.exceptionCount ?? data.length;
  if (count === 0) return null;
  return (
    <Part title={`Exceptions active at the start (${count})`}>
      {run.exceptionCount === null && (
        <p className="mb-2 text-xs text-muted">Not checked against a record of the run's end.</p>
      )}
      <ul aria-label="Exceptions of the run" className="rounded-lg border border-line text-sm">
        {data.map((exception) => (
          <li
            key={exception.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
          >
            {isAuditor() ? (
              <span>{exception.requirementId}</span>
            ) : (
              <Link
                href={`${BASE}/exceptions?exception=${exception.id}`}
                className="text-accent underline-offset-2 hover:underline"
              >
                {exception.requirementId}
              </Link>
            )}
            <span className="min-w-0 flex-1 truncate text-muted">{labelOfKind(exception.kind)}</span>
            <ExceptionMark exception={exception} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
