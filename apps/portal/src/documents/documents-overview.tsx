import type { DocumentSummary } from "@assay/client";
import { EXPIRING_DAYS } from "@assay/contract/document-limits";
import { messageOf } from "@assay/site/error-panel";
import { formatCount, formatPercent } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith, type SearchChange } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { EmptyState, ErrorState, SharesBar, SkeletonList, Stat, Stats, ToneIcon } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { FileStack } from "lucide-react";
import { NO_FILTERS } from "./list-filters.ts";
import { nameGap } from "./name-gap.ts";
import { summaryQuery } from "./summary-query.ts";

const CATEGORIES_SHOWN = 6;

/** The evidence as a whole, where no document is chosen: how much there is, what was read, what needs attention. */
export function DocumentsOverview() {
  const { data: summary, error, refetch } = useQuery(summaryQuery());
  if (!summary)
    return error ? (
      <ErrorState title="The overview cannot be shown" message={messageOf(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList label="Loading the overview" rows={9} />
    );
  if (Object.values(summary).every((value) => value === 0 || Array.isArray(value)))
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
        <p className="text-xs text-muted">An archive counts as the documents in it.</p>
      </header>
      <Totals summary={summary} />
      <Part title="Needs attention">
        <Concerns summary={summary} />
      </Part>
      <Part title="By category">
        <Categories summary={summary} />
      </Part>
      <LeftOut summary={summary} />
    </section>
  );
}

function Totals({ summary }: { summary: DocumentSummary }) {
  const { documents: total, ready, waiting, failed, pages, pagesWithText, chunks } = summary;
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
        {formatCount(pages, "page, slide or sheet", "pages, slides and sheets")}: {formatCount(chunks, "passage")} that
        a run can cite.
      </p>
    </div>
  );
}

/** What needs attention, and the filters that find it. */
const CONCERNS: readonly {
  readonly of: (summary: DocumentSummary) => number;
  readonly label: string;
  readonly filters: SearchChange;
  readonly isBad?: true;
}[] = [
  {
    of: ({ failed, archivesFailed }) => failed + archivesFailed,
    label: "Could not be read",
    filters: { state: "FAILED" },
    isBad: true,
  },
  { of: ({ expired }) => expired, label: "Expired", filters: { expires: "past" } },
  { of: ({ expiring }) => expiring, label: `Expire within ${EXPIRING_DAYS} days`, filters: { expires: "soon" } },
  { of: ({ reviewDue }) => reviewDue, label: "Review due", filters: { due: "1" } },
  { of: ({ notFullyRead }) => notFullyRead, label: nameGap("NOT_FULLY_READ"), filters: { gap: "NOT_FULLY_READ" } },
  {
    of: ({ encodingUnsure }) => encodingUnsure,
    label: nameGap("ENCODING_UNSURE"),
    filters: { gap: "ENCODING_UNSURE" },
  },
  {
    of: ({ membersSkipped }) => membersSkipped,
    label: "Archives and mails with files left out",
    filters: { gap: "MEMBERS_SKIPPED" },
  },
];

const hrefOf = (filters: SearchChange) => hrefWith({ ...NO_FILTERS, state: null, ...filters });

function Concerns({ summary }: { summary: DocumentSummary }) {
  const found = CONCERNS.filter(({ of }) => of(summary) > 0);
  if (found.length === 0) return <p className="text-sm text-muted">Nothing failed, expired or was left out.</p>;
  return (
    <ul aria-label="Needs attention" className="divide-y divide-line overflow-hidden rounded-lg border border-line">
      {found.map(({ of, label, filters, isBad }) => (
        <li key={label}>
          <Link
            href={hrefOf({ later: "judged", ...filters })}
            className="grid min-h-9 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1.5 text-sm outline-offset-[-2px] transition-colors hover:bg-hover"
          >
            <ToneIcon tone={isBad ? "missing" : "partial"} size={15} />
            <span>{label}</span>
            <span className={`tabular-nums ${isBad ? "text-missing" : "text-partial"}`}>
              {of(summary).toLocaleString()}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What later runs do not judge. */
function LeftOut({ summary: { superseded, retired } }: { summary: DocumentSummary }) {
  if (superseded + retired === 0) return null;
  return (
    <p className="text-xs text-muted">
      Not counted:{" "}
      <Link href={hrefOf({ later: "left-out" })} className="text-accent underline underline-offset-2">
        {superseded.toLocaleString()} replaced and {retired.toLocaleString()} retired
      </Link>
      , which previous runs keep.
    </p>
  );
}

function Categories({ summary: { categories, documents } }: { summary: DocumentSummary }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {categories.slice(0, CATEGORIES_SHOWN).map(({ category, documents: count }) => (
        <li key={category ?? ""} className="grid grid-cols-[9rem_minmax(0,1fr)_3rem] items-center gap-3 text-sm">
          <bdi className="truncate">{category ?? "No category"}</bdi>
          <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
            <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * count) / documents}%` }} />
          </div>
          <span className="text-end text-xs text-muted tabular-nums">{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}
