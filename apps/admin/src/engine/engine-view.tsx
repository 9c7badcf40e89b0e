import type { RetrievalVersion } from "@assay/client/admin";
import { formatConfidence, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { setSearch, useSearchParam } from "@assay/site/location";
import { Pager, useCursor } from "@assay/site/pager";
import { ABOVE_ROW_LINK, Badge, Button, buttonClasses, type Column, DataTable, Notice } from "@assay/ui";
import { Plus } from "lucide-react";
import { findActor, type GlobalAct, useGlobalActs } from "../acts/use-global-acts.ts";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { ActivateDialog } from "./activate-dialog.tsx";
import { describeRules, listRuleChanges } from "./evidence-rules.ts";
import { Forecasts } from "./forecasts.tsx";
import { ModelQuotas } from "./model-quotas.tsx";
import { lacksVectors, useVersionPage } from "./use-engine.ts";
import { VectorProgress } from "./vector-progress.tsx";

/** The engine configurations that runs pin: which one is active, and what can take its place. */
export default function EngineView() {
  const query = useVersionPage(useCursor());
  const asked = useSearchParam("activate");
  return (
    <Page
      title="Engine versions"
      scope="all"
      lead="Models, thresholds and numbers that a run pins when it starts. Runs keep their values, so that their results can be reproduced."
      actions={
        <Link href={hrefTo("/engine/new")} className={buttonClasses("primary")}>
          <Plus size={15} aria-hidden />
          New version
        </Link>
      }
    >
      <Loaded query={query} what="engine versions">
        {({ items, nextCursor }) => (
          <>
            <Recommendation versions={items} />
            <VersionTable versions={items} />
            <Forecasts />
            <Pager nextCursor={nextCursor} />
            <Asked versions={items} id={asked} />
          </>
        )}
      </Loaded>
      <ModelQuotas />
    </Page>
  );
}

/** What a release would set otherwise; nothing changes until somebody decides. */
function Recommendation({ versions }: { versions: readonly RetrievalVersion[] }) {
  const recommended = versions.find((version) => version.recommended);
  const inForce = versions.find((version) => version.inForce);
  if (!recommended || !inForce) return null;
  const changes = listRuleChanges(inForce.evidenceRules, recommended.evidenceRules);
  return (
    <Notice tone="partial" title="A version is recommended and not activated">
      <p>The active version continues as before. Activate the recommended one, or make your own.</p>
      {changes.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {changes.map(({ name, label, before, after }) => (
            <li key={name}>
              {label}: {before.toLowerCase()} → {after.toLowerCase()}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Asked({ versions, id }: { versions: readonly RetrievalVersion[]; id: string | null }) {
  const version = versions.find((each) => each.id === id);
  if (!version || version.inForce) return null;
  return <ActivateDialog version={version} onClose={() => setSearch({ activate: null }, { replace: true })} />;
}

function VersionTable({ versions }: { versions: readonly RetrievalVersion[] }) {
  const { data: acts } = useGlobalActs("retrieval_version");
  return (
    <DataTable
      label="Engine versions"
      columns={columnsWith(acts)}
      rows={versions}
      rowKey={({ id }) => id}
      isCurrent={({ inForce }) => inForce}
    />
  );
}

const MAKERS: Readonly<Partial<Record<RetrievalVersion["origin"], string>>> = {
  settings: "by the settings",
  release: "by a new release",
};

function columnsWith(acts: readonly GlobalAct[] | undefined): Column<RetrievalVersion>[] {
  return [
    {
      id: "models",
      header: "Models",
      cell: ({ assessor, embedder, meaning, inForce, recommended }) => (
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium break-words">{assessor.model}</span>
            {inForce && <Badge tone="complete" label="Active" />}
            {recommended && <Badge tone="partial" label="Recommended" />}
          </span>
          <span className="text-xs break-words text-muted">
            prompt {assessor.promptVersion}; embeds with {embedder.model}, {embedder.dimensions} dimensions
            {meaning && `; meaning checked by ${meaning.model}`}
          </span>
        </span>
      ),
    },
    {
      id: "thresholds",
      header: "Complete, partial",
      align: "end",
      cell: ({ confidenceThresholds: { complete, partial } }) =>
        `≥ ${formatConfidence(complete)}, ≥ ${formatConfidence(partial)}`,
    },
    {
      id: "retrieval",
      header: "Passages, similarity",
      align: "end",
      minor: true,
      cell: ({ chunksPerRequirement, similarityThreshold, lexicalWeight, lexicon }) =>
        `${chunksPerRequirement}, ≥ ${formatConfidence(similarityThreshold)}${lexicalWeight === null ? "" : `, words × ${lexicalWeight}, lexicon ${lexicon}`}`,
    },
    {
      id: "rules",
      header: "Evidence rules",
      minor: true,
      cell: ({ evidenceRules }) => <span className="text-xs">{describeRules(evidenceRules)}</span>,
    },
    {
      id: "metrics",
      header: "Metrics",
      cell: ({ id, measured }) => (
        <Link href={hrefTo(`/engine/${id}/metrics`)} className="text-accent underline-offset-2 hover:underline">
          {measured ? "Show metrics" : "Not measured"}
        </Link>
      ),
    },
    { id: "vectors", header: "Vectors", cell: ({ vectors }) => <VectorProgress {...vectors} /> },
    {
      id: "made",
      header: "Made",
      cell: ({ id, createdAt, origin }) => (
        <When at={createdAt} by={MAKERS[origin] ?? findActor(acts, id, "retrieval_version.created")} />
      ),
    },
    {
      id: "activated",
      header: "Last activated",
      cell: ({ id, activatedAt }) =>
        activatedAt ? (
          <When at={activatedAt} by={findActor(acts, id, "retrieval_version.activated")} />
        ) : (
          <span className="text-muted">never</span>
        ),
    },
    { id: "act", header: "Activate", align: "end", cell: (version) => <Act version={version} /> },
  ];
}

function When({ at, by }: { at: string; by: string | undefined }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="whitespace-nowrap">{formatDateTime(at)}</span>
      {by && <span className="text-xs break-all text-muted">{by}</span>}
    </span>
  );
}

function Act({ version }: { version: RetrievalVersion }) {
  const { id, inForce, vectors } = version;
  if (inForce) return <span className="text-xs text-muted">new runs pin it</span>;
  if (lacksVectors(version))
    return (
      <span className="text-xs text-muted">{(vectors.total - vectors.ready).toLocaleString()} vectors are missing</span>
    );
  return (
    <Button className={ABOVE_ROW_LINK} onClick={() => setSearch({ activate: id })}>
      Activate …
    </Button>
  );
}
