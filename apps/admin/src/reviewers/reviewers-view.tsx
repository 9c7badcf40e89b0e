import type { ReviewerStatistics } from "@assay/client/admin";
import { ChoiceFilter, Filters, useChoice } from "@assay/site/filters";
import { formatDateTime, formatPercent, formatWhen } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { Loaded } from "@assay/site/loaded";
import { type Column, DataTable, EmptyState, Notice } from "@assay/ui";
import { ClipboardCheck } from "lucide-react";
import { Page } from "../app/page.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { hastyShare, rankReviewers } from "./rank-reviewers.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const TIMES = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "365", label: "Last 12 months" },
] as const;

/** How carefully people review: how often a decision was quick, or was made without opening the evidence. */
export default function ReviewersView() {
  const days = useChoice("time", TIMES);
  const reviewers = useTenantQuery({
    key: ["reviewers", days ?? null],
    load: ({ admin }, options) => admin.reviewers.list({ ...startOf(days), ...options }),
    keepWithin: 1,
  });
  return (
    <Page
      title="Reviewers"
      lead="How people decide about verdicts: how many decisions, how long they take, and whether the evidence was opened."
    >
      <Filters label="Filter the reviewers">
        <ChoiceFilter name="time" label="Time" every="Last 90 days" choices={TIMES} />
      </Filters>
      <Loaded
        query={reviewers}
        what="reviewers"
        isEmpty={(page) => page.reviewers.length + page.damaged.length === 0}
        empty={
          <EmptyState icon={<ClipboardCheck size={22} aria-hidden />} title="Nobody has reviewed in this time">
            People review the verdicts of a completed run in the portal.
          </EmptyState>
        }
      >
        {(page) => (
          <>
            {page.damaged.length > 0 && (
              <Notice tone="missing" title="Some reviews are damaged, and in no count">
                What is stored differs from the audit log:{" "}
                <span className="break-all">{page.damaged.map(({ id }) => id).join(", ")}</span>. Restore the database
                from a backup.
              </Notice>
            )}
            <Notice tone="neutral" title="A quick decision is a hint, and no proof">
              Somebody may know the evidence, or may have read it elsewhere. Talk to the person before you conclude
              anything.
            </Notice>
            <DataTable
              label="Reviewers"
              columns={COLUMNS}
              rows={rankReviewers(page.reviewers)}
              rowKey={({ reviewerId }) => reviewerId}
              busy={reviewers.isPlaceholderData}
            />
            <p className="text-xs text-muted">
              From {formatDateTime(page.from)} to {formatDateTime(page.to)}, the largest share of quick or blind
              decisions first. A decision is quick if it took under five seconds, and blind if the verdict cites
              passages and none of them was opened. Confirmations of unchanged verdicts are in neither.
            </p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** To the hour, so that the same page is not asked for again with each look. */
function startOf(days: string | undefined): { from?: string } {
  if (days === undefined) return {};
  return { from: new Date(Math.floor((Date.now() - Number(days) * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString() };
}

const COLUMNS: readonly Column<ReviewerStatistics>[] = [
  {
    id: "name",
    header: "Reviewer",
    cell: ({ reviewerName }) => <bdi className="font-medium break-all">{reviewerName}</bdi>,
  },
  {
    id: "decisions",
    header: "Decisions",
    align: "end",
    cell: ({ decisions }) => decisions.toLocaleString(),
  },
  {
    id: "share",
    header: "Quick or blind",
    align: "end",
    cell: (each) =>
      each.decisions > 0 ? `up to ${formatPercent(hastyShare(each) * each.decisions, each.decisions)}` : "",
  },
  { id: "quick", header: "Under 5 s", align: "end", cell: ({ quick, decisions }) => partOf(quick, decisions) },
  {
    id: "blind",
    header: "Opened nothing",
    align: "end",
    cell: ({ nothingOpened, decisions }) => partOf(nothingOpened, decisions),
  },
  {
    id: "median",
    header: "Median time",
    align: "end",
    cell: ({ medianDurationMs }) => (medianDurationMs === null ? "" : formatDuration(medianDurationMs)),
  },
  { id: "changed", header: "Changed", align: "end", minor: true, cell: ({ changed }) => changed.toLocaleString() },
  { id: "sentBack", header: "Sent back", align: "end", cell: ({ sentBack }) => sentBack.toLocaleString() },
  {
    id: "confirmed",
    header: "Confirmed",
    align: "end",
    minor: true,
    cell: ({ confirmed }) => confirmed.toLocaleString(),
  },
  {
    id: "last",
    header: "Last",
    minor: true,
    cell: ({ lastAt }) => <time dateTime={lastAt}>{formatWhen(lastAt)}</time>,
  },
];

function partOf(count: number, of: number): string {
  return count === 0 ? "0" : `${count.toLocaleString()} (${formatPercent(count, of)})`;
}
