import { messageOf } from "@assay/site/error-panel";
import { formatCount, formatPercent } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { EmptyState, ErrorState, SharesBar, SkeletonList, Stat, Stats, ToneIcon } from "@assay/ui";
import { FileStack } from "lucide-react";
import { nameOf } from "./name-of.ts";
import { type DocumentSummary, summariseDocuments } from "./summarise-documents.ts";
import { useNewestDocuments } from "./use-newest-documents.ts";

const CONCERNS_SHOWN = 8;
const CATEGORIES_SHOWN = 6;

/** The evidence as a whole, where no document is chosen: how much there is, what was read, what needs attention. */
export function DocumentsOverview() {
  const { documents, isMore, error, refetch } = useNewestDocuments();
  if (!documents)
    return error ? (
      <ErrorState title="The overview cannot be shown" message={messageOf(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList label="Loading the overview" rows={9} />
    );
  const summary = summariseDocuments(documents);
  if (summary.total === 0 && summary.concerns.length === 0)
    return (
      <EmptyState icon={<FileStack size={20} aria-hidden />} title="Summary of your evidence">
        Totals, coverage and what needs attention show here once documents are uploaded.
      </EmptyState>
    );
  return (
    <section aria-labelledby="overview-title" className="flex flex-col gap-6 p-6">
      <header>
        <h2 id="overview-title" className="text-base font-semibold">
          Your evidence
        </h2>
        <p className="text-xs text-muted">
          {isMore
            ? `The newest ${formatCount(documents.length, "upload")}; older ones are not counted.`
            : "An archive counts as the documents in it."}
        </p>
      </header>
      <Totals summary={summary} />
      <Part title="Needs attention">
        <Concerns summary={summary} />
      </Part>
      <Part title="By category">
        <Categories summary={summary} />
      </Part>
    </section>
  );
}

function Totals({ summary }: { summary: DocumentSummary }) {
  const { total, ready, waiting, failed, pages, pagesWithText, passages } = summary;
  return (
    <div className="flex flex-col gap-3">
      <Stats>
        <Stat label="Documents" value={total.toLocaleString()} />
        <Stat label="Ready" tone="complete" value={ready.toLocaleString()} detail={formatPercent(ready, total)} />
        <Stat label="Being read" tone="active" value={waiting.toLocaleString()} />
        <Stat label="Failed" tone="missing" value={failed.toLocaleString()} />
      </Stats>
      <SharesBar
        className="h-2"
        shares={[
          { tone: "complete", value: ready },
          { tone: "active", value: waiting },
          { tone: "missing", value: failed },
        ]}
      />
      <p className="text-sm text-muted">
        Text was found on {pagesWithText.toLocaleString()} of{" "}
        {formatCount(pages, "page, slide or sheet", "pages, slides and sheets")}: {formatCount(passages, "passage")}{" "}
        that a run can cite.
      </p>
    </div>
  );
}

function Concerns({ summary: { concerns } }: { summary: DocumentSummary }) {
  if (concerns.length === 0) return <p className="text-sm text-muted">Nothing failed, expired or was left out.</p>;
  return (
    <div>
      <ul aria-label="Needs attention" className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {concerns.slice(0, CONCERNS_SHOWN).map(({ document, weight, text }) => (
          <li key={document.id}>
            <Link
              href={hrefWith({ document: document.id })}
              className="grid min-h-9 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1.5 text-sm outline-offset-[-2px] transition-colors hover:bg-hover"
            >
              <ToneIcon tone={weight === "bad" ? "missing" : "partial"} size={15} />
              <bdi className="truncate">{nameOf(document)}</bdi>
              <span className={`text-xs ${weight === "bad" ? "text-missing" : "text-partial"}`}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      {concerns.length > CONCERNS_SHOWN && (
        <p className="mt-2 text-xs text-muted">and {formatCount(concerns.length - CONCERNS_SHOWN, "more", "more")}</p>
      )}
    </div>
  );
}

function Categories({ summary: { categories, total } }: { summary: DocumentSummary }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {categories.slice(0, CATEGORIES_SHOWN).map(({ name, count }) => (
        <li key={name} className="grid grid-cols-[9rem_minmax(0,1fr)_2rem] items-center gap-3 text-sm">
          <bdi className="truncate">{name}</bdi>
          <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
            <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * count) / total}%` }} />
          </div>
          <span className="text-end text-xs text-muted tabular-nums">{count}</span>
        </li>
      ))}
    </ul>
  );
}
