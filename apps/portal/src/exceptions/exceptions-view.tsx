import { EXCEPTION_EXPIRING_DAYS } from "@assay/contract/exception-limits";
import { EXCEPTION_KINDS } from "@assay/site/exception-kind";
import { useSearchParam } from "@assay/site/location";
import { classNames, EmptyState } from "@assay/ui";
import { MousePointerClick } from "lucide-react";
import { useDeferredValue } from "react";
import { STATUSES } from "./describe-exception.ts";
import { ExceptionDetails } from "./exception-details.tsx";
import { ExceptionFilter } from "./exception-filter.tsx";
import { ExceptionList } from "./exception-list.tsx";
import type { RegisterFilters } from "./queries.ts";

/** Propose, approve and revoke exceptions. */
export default function ExceptionsView() {
  const filters = useFilters();
  const shown = useDeferredValue(filters);
  const chosen = useSearchParam("exception");
  return (
    <div className="flex h-full min-h-0">
      <h1 className="sr-only">Exceptions</h1>
      <section
        aria-label="Register"
        className={classNames(
          "min-h-0 w-full flex-col bg-surface lg:w-[26rem] lg:shrink-0 lg:border-e lg:border-line",
          chosen ? "hidden lg:flex" : "flex",
        )}
      >
        <ExceptionFilter filters={filters} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ExceptionList filters={shown} selectedId={chosen} />
        </div>
      </section>
      <div className={classNames("min-w-0 flex-1 bg-surface", !chosen && "hidden lg:block")}>
        {chosen ? (
          <ExceptionDetails key={chosen} exceptionId={chosen} />
        ) : (
          <EmptyState icon={<MousePointerClick size={22} aria-hidden />} title="No exception is selected">
            Choose one in the register to see its terms, and who proposed and approved it.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function useFilters(): RegisterFilters {
  const [status, kind] = [useSearchParam("status"), useSearchParam("kind")];
  const requirement = useSearchParam("requirement");
  const expiring = useSearchParam("expiring") !== null;
  const sorted = useSearchParam("sort") === "validUntil";
  return {
    status: STATUSES.find((each) => each === status),
    kind: EXCEPTION_KINDS.find((each) => each === kind),
    requirementId: requirement ?? undefined,
    expiringWithinDays: expiring ? EXCEPTION_EXPIRING_DAYS : undefined,
    sort: sorted ? "validUntil" : undefined,
  };
}
