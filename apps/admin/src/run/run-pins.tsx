import type { RunConfiguration } from "@assay/client";
import type { AdminRunDetails, Pinned } from "@assay/client/admin";
import { describeEngine } from "@assay/site/describe-engine";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { useMay } from "@assay/site/use-session";
import { type Column, CopyText, DataTable, StateLabel } from "@assay/ui";
import type { ReactNode } from "react";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly href: string | null;
  readonly pinned: ReactNode;
  readonly pinnedId: string;
  /** What is active in its place; null where it still is, and undefined where nothing is. */
  readonly newer: string | null | undefined;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "pin",
    header: "Pin",
    cell: ({ name, href }) =>
      href ? (
        <Link href={href} className="font-medium text-accent underline-offset-2 hover:underline">
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      ),
  },
  { id: "pinned", header: "Pinned", cell: ({ pinned }) => <div className="min-w-0">{pinned}</div> },
  { id: "now", header: "Now", cell: ({ newer }) => <PinState newer={newer} /> },
  {
    id: "id",
    header: "Id",
    minor: true,
    cell: ({ pinnedId, name }) => <CopyText text={pinnedId} what={`the id: ${name}`} />,
  },
];

/** What the run was held to, next to what a run started now would be. */
export function RunPins({ details: { run, pins, configuration } }: { details: AdminRunDetails }) {
  const maySeeAll = useMay("SUPER_ADMIN");
  const { criteria, guidance, retrieval } = pins;
  const rows: Row[] = [
    {
      id: "criteria",
      name: "Criteria",
      href: hrefTo(`/packs/${run.packId}/versions/${criteria.pinned.id}`),
      pinned: (
        <>
          <bdi>{run.packName}</bdi>, version {criteria.pinned.version}
        </>
      ),
      pinnedId: criteria.pinned.id,
      newer: newerOf(criteria, ({ version }) => `version ${version}`),
    },
    {
      id: "guidance",
      name: "Guidance",
      href: maySeeAll ? hrefTo("/corpus", { packId: run.packId, part: "activations" }) : null,
      pinned:
        guidance.pinned.ingestionCount === 0
          ? "None"
          : `${formatCount(guidance.pinned.ingestionCount, "source")}, active since ${formatDateTime(guidance.pinned.activatedAt)}`,
      pinnedId: guidance.pinned.id,
      newer: newerOf(guidance, ({ ingestionCount }) => formatCount(ingestionCount, "source")),
    },
    {
      id: "engine",
      name: "Engine",
      href: maySeeAll ? hrefTo("/engine") : null,
      pinned: <Engine configuration={configuration} />,
      pinnedId: retrieval.pinned.id,
      newer: newerOf(retrieval, ({ assessorModel }) => assessorModel),
    },
  ];
  return (
    <Section title="Pinned">
      <DataTable label="Pins" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
    </Section>
  );
}

function newerOf<T extends { id: string }>({ pinned, inForce }: Pinned<T>, name: (version: T) => string) {
  if (!inForce) return undefined;
  return inForce.id === pinned.id ? null : name(inForce);
}

function PinState({ newer }: { newer: string | null | undefined }) {
  if (newer === null) return <StateLabel tone="complete" label="Still active" />;
  if (newer === undefined) return <StateLabel tone="neutral" label="No longer bound" />;
  return <StateLabel tone="partial" label={`Another is active: ${newer}`} />;
}

function Engine({ configuration }: { configuration: RunConfiguration }) {
  const { assessor, embedder, similarity, verdicts } = describeEngine(configuration);
  return (
    <>
      {assessor}
      <p className="text-xs text-muted">
        {embedder}; at most {formatCount(configuration.chunksPerRequirement, "passage")} from a similarity of{" "}
        {similarity}; {verdicts}
      </p>
    </>
  );
}
