import type { ComparedMetric, VersionMetrics } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { Loaded } from "@assay/site/loaded";
import { Badge, Button, type Column, CopyText, DataTable, EmptyState, Fact, Facts, Notice } from "@assay/ui";
import { Gauge } from "lucide-react";
import { Page } from "../app/page.tsx";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { describeMetric, shortenSet } from "./describe-metric.ts";
import { MetricsFile } from "./metrics-file.tsx";
import { useVersionMetrics } from "./use-engine.ts";

/** What a version was measured with, next to the active one, and whether it may be recommended. */
export default function MetricsView() {
  const id = useParam("versionId");
  const query = useVersionMetrics(id);
  return (
    <Page
      title="Metrics of an engine version"
      scope="all"
      back={{ href: hrefTo("/engine"), label: "Engine versions" }}
      lead="How often its check for meaning was wrong on labelled pairs. A version is recommended only with its metrics, and never where its invariance gate or a false COMPLETE is worse than that of the active version."
    >
      <Loaded query={query} what="metrics">
        {(metrics) => (
          <>
            <Decision metrics={metrics} />
            {metrics.metrics ? <Measured {...metrics} metrics={metrics.metrics} /> : <NotMeasured />}
            <MetricsFile id={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Decision({
  metrics: { retrievalVersionId, activeVersionId, refusal, compared },
}: {
  metrics: VersionMetrics;
}) {
  const recommend = useTenantAct(({ admin }) => admin.retrievalVersions.recommend(retrievalVersionId));
  if (retrievalVersionId === activeVersionId)
    return <Notice tone="neutral" title="This is the active version: others are compared with it" />;
  if (refusal) return <Notice tone="missing" title={`It cannot be recommended because ${refusal}`} />;
  const isCompared = compared.some(({ active }) => active !== null);
  if (recommend.isSuccess)
    return <Notice tone="complete" title="Recommended: the list of versions says so until somebody decides" />;
  return (
    <Notice
      tone="complete"
      title={isCompared ? "No deciding metric is worse than that of the active version" : "It can be recommended"}
      action={
        <Button look="primary" busy={recommend.isPending} onClick={() => recommend.mutate()}>
          Recommend this version
        </Button>
      }
    >
      {!isCompared && <p>The active version has no metrics, so nothing is compared.</p>}
      <div role="alert" className="text-missing empty:hidden">
        {recommend.error && messageOf(recommend.error)}
      </div>
    </Notice>
  );
}

function NotMeasured() {
  return (
    <EmptyState icon={<Gauge size={22} aria-hidden />} title="This version has not been measured">
      Run <code>npm run quality -- meaning --out metrics.json</code> with its model, and store the file below.
    </EmptyState>
  );
}

type MeasuredProps = VersionMetrics & { metrics: NonNullable<VersionMetrics["metrics"]> };

function Measured({ compared, metrics, origin, storedAt }: MeasuredProps) {
  return (
    <>
      <DataTable
        label="Metrics"
        columns={COLUMNS}
        rows={compared}
        rowKey={({ line: { set, what } }) => `${set} ${what}`}
      />
      <Section title="Measured with">
        <Facts className="rounded-lg border border-line px-4 py-1.5">
          <Fact term="Model">{metrics.model}</Fact>
          <Fact term="Weights">
            <CopyText text={metrics.sha256} what="the SHA-256 of the weights" />
          </Fact>
          <Fact term="Rules">
            guard {metrics.guardVersion}, splitter {metrics.splitterVersion}
          </Fact>
          <Fact term="Stored">
            {storedAt && formatDateTime(storedAt)}, {origin === "release" ? "by a release" : "by an administrator"}
          </Fact>
          {metrics.sets.map(({ name, pairs, seen }) => (
            <Fact key={name} term={`${pairs.toLocaleString()} pairs`}>
              <span className="break-words">
                {name}: {seen}
              </span>
            </Fact>
          ))}
        </Facts>
      </Section>
    </>
  );
}

const COLUMNS: readonly Column<ComparedMetric>[] = [
  {
    id: "what",
    header: "Metric",
    cell: ({ line: { what, set } }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{what}</span>
        <span className="text-xs break-words text-muted" title={set}>
          {shortenSet(set)}
        </span>
      </span>
    ),
  },
  { id: "here", header: "This version", align: "end", cell: ({ line }) => describeMetric(line) },
  {
    id: "active",
    header: "Active version",
    align: "end",
    cell: ({ active }) => (active ? describeMetric(active) : <span className="text-muted">not compared</span>),
  },
  {
    id: "better",
    header: "Better",
    minor: true,
    cell: ({ line }) => <span className="text-muted">{line.better === "few" ? "fewer" : "more"}</span>,
  },
  { id: "fell", header: "Compared", cell: (metric) => <Comparison {...metric} /> },
];

function Comparison({ active, fell, decides }: ComparedMetric) {
  if (fell) return <Badge tone={decides ? "missing" : "partial"} label={decides ? "Worse: refused" : "Worse"} />;
  return <span className="text-xs text-muted">{active ? "within its interval" : ""}</span>;
}
