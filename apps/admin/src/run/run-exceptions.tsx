import type { FixedException } from "@assay/client";
import type { AdminRun } from "@assay/client/admin";
import { labelOfKind } from "@assay/site/exception-kind";
import { Loaded } from "@assay/site/loaded";
import { formatDate, formatPeriod } from "@assay/site/period";
import { type Column, CopyText, DataTable } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";

const COLUMNS: readonly Column<FixedException>[] = [
  { id: "requirement", header: "Requirement", cell: ({ requirementId }) => requirementId },
  { id: "kind", header: "Kind", cell: ({ kind }) => labelOfKind(kind) },
  {
    id: "reason",
    header: "Reason",
    minor: true,
    className: "max-w-96",
    cell: ({ reason }) => (
      <p className="truncate" title={reason}>
        <bdi>{reason}</bdi>
      </p>
    ),
  },
  {
    id: "valid",
    header: "Valid",
    cell: ({ validFrom: from, validUntil: to }) => (
      <span title={formatPeriod({ from, to })}>until {formatDate(to)}</span>
    ),
  },
  {
    id: "approver",
    header: "Approved by",
    minor: true,
    cell: ({ approvedBy, requirementId }) => (
      <CopyText text={approvedBy} what={`the id of who approved ${requirementId}`} />
    ),
  },
  {
    id: "id",
    header: "Id",
    minor: true,
    cell: ({ id, requirementId }) => <CopyText text={id} what={`the id of the exception for ${requirementId}`} />,
  },
];

/** The active exceptions when the run started, as they were then; nothing for a run without any. */
export function RunExceptions({ run }: { run: AdminRun }) {
  const exceptions = useTenantQuery({
    key: ["run", run.id, "exceptions", run.exceptionCount],
    load: ({ assay }, { signal }) => assay.runs.exceptions(run.id, { signal }),
    enabled: run.exceptionCount !== 0,
    staleTime: 60_000,
  });
  if (run.exceptionCount === 0 || (run.exceptionCount === null && exceptions.data?.length === 0)) return null;
  return (
    <Section title="Exceptions active at the start">
      {run.exceptionCount === null && (
        <p className="text-xs text-muted">Not checked against a record of the run's end.</p>
      )}
      <Loaded query={exceptions} what="exceptions" failure="The exceptions cannot be shown" rows={2}>
        {(rows) => <DataTable label="Exceptions of the run" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />}
      </Loaded>
    </Section>
  );
}
