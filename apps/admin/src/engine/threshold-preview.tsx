import type { EvidenceRules } from "@assay/client";
import type { ConfidenceThresholds, ThresholdPreview } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatConfidence, formatCount, formatDateTime } from "@assay/site/format";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useSettled } from "@assay/site/use-settled";
import { VERDICT_LABELS, VERDICT_TONES } from "@assay/site/verdict";
import { Button, classNames, EmptyState, Select, SharesBar, SkeletonList, StateLabel } from "@assay/ui";
import { ArrowRight } from "lucide-react";
import { Scope } from "../app/page.tsx";
import { ConfidenceChart } from "./confidence-chart.tsx";
import { RULES } from "./evidence-rules.ts";
import { useFinishedRuns, usePreview } from "./use-engine.ts";

const STATUSES = ["COMPLETE", "PARTIAL", "MISSING", "NOT_JUDGED", "FAILED"] as const;
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(["COMPLETE", "PARTIAL", "MISSING"]);

interface ThresholdPreviewPartProps {
  thresholds: ConfidenceThresholds | null;
  rules: EvidenceRules;
}

/** What a version would make of a finished run of the tenant: figures, confidences, and each verdict that changes. */
export function ThresholdPreviewPart({ thresholds, rules }: ThresholdPreviewPartProps) {
  const runs = useFinishedRuns();
  const given = useSearchParam("runId");
  const run = runs.data?.find(({ id }) => id === given) ?? runs.data?.[0];
  const query = usePreview(run?.id, {
    complete: useSettled(thresholds?.complete),
    partial: useSettled(thresholds?.partial),
    rules: useSettled(rules),
  });
  const first = query.data?.pages[0];
  const isBehind = thresholds !== null && first !== undefined && !isTried(first, thresholds);
  return (
    <section aria-label="Preview of the version" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-sm font-medium">Effect on a finished run</h2>
        <Scope scope="tenant" />
      </div>
      {runs.error && (
        <ErrorPanel title="The runs cannot be read" error={runs.error} onRetry={() => void runs.refetch()} />
      )}
      {runs.isPending && <SkeletonList label="Loading runs" rows={6} />}
      {runs.data && !run && (
        <EmptyState title="There is no finished run to preview">
          Thresholds are previewed on stored confidences: start a run in the portal, or choose another tenant.
        </EmptyState>
      )}
      {runs.data && run && (
        <>
          <div className="w-full sm:w-80">
            <Select
              label="Run"
              value={run.id}
              onChange={(id) => setSearch({ runId: id }, { replace: true })}
              options={runs.data.map(({ id, name, createdAt, assessedCount }) => ({
                value: id,
                label: `${name ?? formatDateTime(createdAt)}, ${formatCount(assessedCount, "verdict")}`,
              }))}
            />
          </div>
          {query.error && (
            <ErrorPanel title="The preview cannot be shown" error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!first && !query.error && thresholds && <SkeletonList label="Loading the preview" rows={6} />}
          {first && (
            <div
              className={classNames("flex flex-col gap-4", (isBehind || query.isPlaceholderData) && "opacity-60")}
              aria-busy={isBehind}
            >
              <Figures preview={first} />
              <NotApplied rules={first.rulesNotApplied} />
              <ConfidenceChart confidences={first.confidences} thresholds={thresholds ?? first.tried} />
              <Changed
                changed={query.data!.pages.flatMap(({ changed }) => changed)}
                count={first.changedCount}
                onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
                busy={query.isFetchingNextPage}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** What a rule would find is stored with a run only where the run applied it. */
function NotApplied({ rules }: { rules: ThresholdPreview["rulesNotApplied"] }) {
  if (rules.length === 0) return null;
  const names = RULES.filter(({ name }) => rules.includes(name)).map(({ label }) => label);
  return (
    <p className="text-sm text-muted">
      The run did not apply these rules, so what they would change is not shown: {names.join(", ")}. A new run shows it.
    </p>
  );
}

function isTried({ tried }: ThresholdPreview, { complete, partial }: ConfidenceThresholds): boolean {
  return tried.complete === complete && tried.partial === partial;
}

function Figures({ preview: { pinned, tried, before, after } }: { preview: ThresholdPreview }) {
  const rows = [
    { label: "As pinned", thresholds: pinned, counts: before },
    { label: "With these", thresholds: tried, counts: after },
  ];
  return (
    <dl className="flex flex-col gap-3">
      {rows.map(({ label, thresholds: { complete, partial }, counts }) => (
        <div key={label} className="flex flex-col gap-1">
          <dt className="flex flex-wrap gap-x-2 text-sm">
            <span className="font-medium">{label}</span>
            <span className="text-muted tabular-nums">
              complete ≥ {formatConfidence(complete)}, partial ≥ {formatConfidence(partial)}
            </span>
          </dt>
          <dd className="flex flex-col gap-1">
            <SharesBar
              className="h-2.5"
              shares={STATUSES.map((status) => ({ tone: VERDICT_TONES[status], value: counts[status] }))}
            />
            <span className="text-xs text-muted tabular-nums">
              {STATUSES.filter((status) => ALWAYS_SHOWN.has(status) || counts[status] > 0)
                .map((status) => `${counts[status]} ${VERDICT_LABELS[status].toLowerCase()}`)
                .join(", ")}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ChangedProps {
  changed: ThresholdPreview["changed"];
  count: number;
  onMore: (() => void) | undefined;
  busy: boolean;
}

function Changed({ changed, count, onMore, busy }: ChangedProps) {
  return (
    <section aria-label="Verdicts that change" className="flex flex-col gap-2">
      <p role="status" className="text-sm font-medium">
        {count === 0 ? "No verdict would change" : `${formatCount(count, "verdict")} would change`}
      </p>
      {changed.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {changed.map(({ requirementId, title, confidence, citationCount, before, after }) => (
            <li key={requirementId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
              <span className="w-24 shrink-0 font-mono text-xs break-all">{requirementId}</span>
              <span className="min-w-0 flex-1 basis-40 truncate" title={title}>
                {title}
              </span>
              <span className="text-xs text-muted tabular-nums" title={formatCount(citationCount, "citation")}>
                {formatConfidence(confidence)}
              </span>
              <span className="flex items-center gap-2">
                <StateLabel tone={VERDICT_TONES[before]} label={VERDICT_LABELS[before]} />
                <ArrowRight size={13} aria-label="becomes" className="text-muted" />
                <StateLabel tone={VERDICT_TONES[after]} label={VERDICT_LABELS[after]} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {onMore && (
        <Button className="self-center" busy={busy} onClick={onMore}>
          Show more of {(count - changed.length).toLocaleString()} verdicts
        </Button>
      )}
    </section>
  );
}
