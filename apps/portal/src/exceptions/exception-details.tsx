import { AssayApiError } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { labelOfKind } from "@assay/site/exception-kind";
import { Link } from "@assay/site/link";
import { BASE, setSearch } from "@assay/site/location";
import { Badge, buttonClasses, EmptyState, IconButton, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, PanelsTopLeft, SearchX } from "lucide-react";
import { describeState } from "./describe-exception.ts";
import { ExceptionActs } from "./exception-acts.tsx";
import { ExceptionFacts } from "./exception-facts.tsx";
import { exceptionQuery } from "./queries.ts";

export function ExceptionDetails({ exceptionId }: { exceptionId: string }) {
  const { data: exception, error, refetch } = useQuery(exceptionQuery(exceptionId));
  if (!exception) {
    if (!error) return <SkeletonList label="Loading the exception" rows={8} />;
    if (error instanceof AssayApiError && error.status === 404)
      return <EmptyState icon={<SearchX size={22} aria-hidden />} title="This exception does not exist" />;
    return <ErrorPanel title="The exception cannot be shown" error={error} onRetry={() => void refetch()} />;
  }
  const { requirementId } = exception;
  return (
    <section
      aria-labelledby="exception-title"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-y-auto outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-5 p-4 sm:p-6">
        <header className="flex flex-wrap items-center gap-2">
          <IconButton
            label="Back to the register"
            icon={<ArrowLeft size={16} aria-hidden />}
            className="lg:hidden"
            onClick={() => setSearch({ exception: null })}
          />
          <h2 id="exception-title" className="min-w-0 flex-1 text-base font-semibold break-words">
            {requirementId}: {labelOfKind(exception.kind).toLowerCase()}
          </h2>
          <Badge {...describeState(exception)} />
        </header>
        <ExceptionActs exception={exception} />
        <ExceptionFacts exception={exception} />
        <div>
          <Link href={`${BASE}?requirement=${encodeURIComponent(requirementId)}`} className={buttonClasses()}>
            <PanelsTopLeft size={14} aria-hidden />
            Newest verdict of {requirementId}
          </Link>
        </div>
      </div>
    </section>
  );
}
