import type { ExpectationKind } from "@assay/client";
import type { GoldenSet } from "@assay/client/admin";
import { describeExpectation } from "@assay/site/expectation";
import { ChoiceFilter, Filters } from "@assay/site/filters";
import { formatPercent, formatWhen } from "@assay/site/format";
import { Loaded } from "@assay/site/loaded";
import { useSearchParam } from "@assay/site/location";
import { Pager, useCursor } from "@assay/site/pager";
import { VERDICT_LABELS } from "@assay/site/verdict";
import { Badge, type Column, DataTable, EmptyState, Notice } from "@assay/ui";
import { ClipboardCheck } from "lucide-react";
import { Page } from "../app/page.tsx";
import { Section } from "../app/section.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { describeBound } from "./describe-bound.ts";

/** The tenant's reviews as a labelled set: what was said to them, and what another engine version says. */
export default function GoldenSetView() {
  const versionId = useSearchParam("version") || undefined;
  const cursor = useCursor();
  const asSaid = useGoldenSet({ cursor: versionId ? undefined : cursor });
  return (
    <Page
      title="Reviews as a measure"
      lead="How far verdicts agree with what your people say of them, and how often a COMPLETE may be wrong. The newest review of each requirement counts; what was sent back counts for nothing."
    >
      <Loaded
        query={asSaid}
        what="reviews"
        isEmpty={({ reviewed, notComparable }) => reviewed + notComparable === 0}
        empty={
          <EmptyState
            icon={<ClipboardCheck size={22} aria-hidden />}
            title="No verdict has been agreed with or changed"
          >
            People review the verdicts of a completed run in the portal.
          </EmptyState>
        }
      >
        {(said) => (
          <>
            <Filters label="Choose an engine version">
              <ChoiceFilter
                name="version"
                label="Engine version"
                every="As it was said"
                choices={said.versions.map((version) => ({ value: version.id, label: nameOf(version) }))}
                className="col-span-2 sm:w-80"
              />
            </Filters>
            {versionId ? <OfVersion id={versionId} said={said} cursor={cursor} /> : <Measured set={said} said={said} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function useGoldenSet(of: { retrievalVersionId?: string; cursor: string | undefined }) {
  return useTenantQuery({
    key: ["golden-set", of.retrievalVersionId ?? null, of.cursor ?? null],
    load: ({ admin }, options) => admin.goldenSet.get({ ...of, ...options }),
    keepWithin: 2,
  });
}

function OfVersion({ id, said, cursor }: { id: string; said: GoldenSet; cursor: string | undefined }) {
  const query = useGoldenSet({ retrievalVersionId: id, cursor });
  return (
    <Loaded query={query} what="verdicts of this version">
      {(set) => <Measured set={set} said={said} />}
    </Loaded>
  );
}

/** One set, next to the verdicts as they were said where it is another. */
function Measured({ set, said }: { set: GoldenSet; said: GoldenSet }) {
  return (
    <>
      {set.truncated && (
        <Notice tone="neutral" title="There are more reviews than are read: these are of the newest 10,000" />
      )}
      {set.retrievalVersionId !== null && set.notComparable > 0 && (
        <Notice tone="partial" title={`${set.notComparable.toLocaleString()} reviewed verdicts cannot be compared`}>
          The version judged other documents or criteria there, or none. Start a run of the same documents with its id:{" "}
          <code className="break-all">{set.retrievalVersionId}</code>
        </Notice>
      )}
      <DataTable
        label="Agreement"
        columns={AGREEMENT}
        rows={set === said ? [said] : [said, set]}
        rowKey={({ retrievalVersionId }) => retrievalVersionId ?? "said"}
      />
      <p className="text-xs text-muted">
        The bound on wrong ones holds with 95 % confidence. People tend to agree with what they are shown, so it is
        kinder than a second person's look would be.
      </p>
      {set.reviewed > 0 && <Details set={set} />}
    </>
  );
}

function Details({ set }: { set: GoldenSet }) {
  return (
    <>
      {set.completeByKind.length > 1 && (
        <Section title="COMPLETE by what is asked for">
          <DataTable
            label="COMPLETE by what is asked for"
            columns={KINDS}
            rows={set.completeByKind}
            rowKey={({ kind }) => kind ?? "none"}
          />
        </Section>
      )}
      <Section title="What was said, and what is right">
        <DataTable
          label="What was said, and what is right"
          columns={CONFUSION}
          rows={set.confusion}
          rowKey={({ said, right }) => `${said} ${right}`}
        />
      </Section>
      {set.differences.length > 0 && (
        <Section title="Where the reviewer says otherwise">
          <DataTable
            label="Where the reviewer says otherwise"
            columns={DIFFERENCES}
            rows={set.differences}
            rowKey={({ packId, requirementId }) => `${packId} ${requirementId}`}
          />
          <Pager nextCursor={set.nextCursor} />
        </Section>
      )}
    </>
  );
}

function nameOf({ assessorModel, lastRunAt, inForce }: GoldenSet["versions"][number]): string {
  return `${assessorModel}, last run ${formatWhen(lastRunAt)}${inForce ? ", active" : ""}`;
}

const askedFor = (kind: ExpectationKind | null) =>
  kind === null ? "Not said by the pack" : describeExpectation({ kind, every: null });

const AGREEMENT: readonly Column<GoldenSet>[] = [
  {
    id: "of",
    header: "Verdicts",
    cell: ({ retrievalVersionId, versions }) => {
      const version = versions.find(({ id }) => id === retrievalVersionId);
      if (retrievalVersionId === null) return <span className="font-medium">As they were said</span>;
      return (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{version?.assessorModel ?? "A version without a run"}</span>
          {version?.inForce && <Badge tone="complete" label="Active" />}
        </span>
      );
    },
  },
  { id: "reviewed", header: "Reviewed", align: "end", cell: ({ reviewed }) => reviewed.toLocaleString() },
  {
    id: "agreed",
    header: "As the reviewer says",
    align: "end",
    cell: ({ agreed, reviewed }) =>
      reviewed === 0 ? "" : `${agreed.toLocaleString()} (${formatPercent(agreed, reviewed)})`,
  },
  { id: "complete", header: "COMPLETE", align: "end", cell: ({ complete }) => describeBound(complete) },
];

const KINDS: readonly Column<GoldenSet["completeByKind"][number]>[] = [
  { id: "kind", header: "Asked for", cell: ({ kind }) => askedFor(kind) },
  { id: "bound", header: "COMPLETE", align: "end", cell: describeBound },
];

const CONFUSION: readonly Column<GoldenSet["confusion"][number]>[] = [
  { id: "said", header: "Said", cell: ({ said }) => VERDICT_LABELS[said] },
  { id: "right", header: "Right", cell: ({ right }) => VERDICT_LABELS[right] },
  { id: "count", header: "Verdicts", align: "end", cell: ({ count }) => count.toLocaleString() },
];

const DIFFERENCES: readonly Column<GoldenSet["differences"][number]>[] = [
  { id: "requirement", header: "Requirement", cell: ({ requirementId }) => <bdi>{requirementId}</bdi> },
  { id: "title", header: "Title", cell: ({ title }) => <bdi className="break-words">{title}</bdi> },
  { id: "kind", header: "Asked for", minor: true, cell: ({ kind }) => askedFor(kind) },
  { id: "said", header: "Said", cell: ({ said }) => VERDICT_LABELS[said] },
  { id: "right", header: "Right", cell: ({ right }) => VERDICT_LABELS[right] },
];
