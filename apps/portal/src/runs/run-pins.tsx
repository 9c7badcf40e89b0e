import type { Run, RunConfiguration } from "@assay/client";
import { describeEngine } from "@assay/site/describe-engine";
import { messageOf } from "@assay/site/error-panel";
import { formatPeriod } from "@assay/site/period";
import { useSession } from "@assay/site/use-session";
import { Skeleton } from "@assay/ui";
import type { ReactNode } from "react";
import { useConfiguration } from "../workspace/use-run-results.ts";

/** The versions that the run was held to, and what the engine was set to. */
export function RunPins({ run }: { run: Run }) {
  const { data: session } = useSession();
  const { data: configuration, error } = useConfiguration(run.id);
  const pack = session?.packs.find(({ id }) => id === run.packId);
  const isInForce = pack?.criteriaVersionId === run.snapshotCriteriaVersionId;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-sm">
      <Row name="Pack">{pack ? pack.name : <Id id={run.packId} />}</Row>
      <Row name="Period">{run.period ? formatPeriod(run.period) : "None: as of the start"}</Row>
      <Row name="Criteria">
        {isInForce && `version ${pack.version}, `}
        <Id id={run.snapshotCriteriaVersionId} />
      </Row>
      <Row name="Guidance">
        <Id id={run.snapshotCorpusActivationId} />
      </Row>
      <Row name="Engine">
        <Id id={run.snapshotRetrievalVersionId} />
      </Row>
      {configuration ? (
        <Engine configuration={configuration} />
      ) : (
        <Row name="Models">{error ? messageOf(error) : <Skeleton className="h-4 w-48" />}</Row>
      )}
    </dl>
  );
}

function Engine({ configuration }: { configuration: RunConfiguration }) {
  const { assessor, embedder, similarity, verdicts } = describeEngine(configuration);
  return (
    <>
      <Row name="Language model">{assessor}</Row>
      <Row name="Embedding model">{embedder}</Row>
      <Row name="Passages">
        at most {configuration.chunksPerRequirement} for each requirement, similarity from {similarity}
      </Row>
      <Row name="Verdicts">{verdicts}</Row>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Id({ id }: { id: string }) {
  return <code className="text-xs break-all text-muted select-all">{id}</code>;
}
