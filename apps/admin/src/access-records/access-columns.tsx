import type { AccessRecord, AccessRecordPage } from "@assay/client/admin";
import { formatMoment } from "@assay/site/format";
import type { Column } from "@assay/ui";
import { nameActor, shortId } from "../audit/name-in-entry.ts";
import { describeKind } from "./kinds.ts";

export function accessColumns(names: AccessRecordPage["names"]): Column<AccessRecord>[] {
  return [
    {
      id: "when",
      header: "When",
      className: "sm:whitespace-nowrap",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
    },
    { id: "by", header: "By", cell: (record) => <bdi className="break-all">{nameReader(record, names)}</bdi> },
    {
      id: "what",
      header: "What was read",
      cell: ({ kind, objectId }) => (
        <span className="flex min-w-0 flex-col">
          <bdi className="break-all">{names[objectId] ?? shortId(objectId)}</bdi>
          <span className="text-xs text-muted">{describeKind(kind)}</span>
        </span>
      ),
    },
    {
      id: "run",
      header: "Run",
      minor: true,
      cell: ({ runId }) => runId && <code className="font-mono text-xs">{shortId(runId)}</code>,
    },
  ];
}

function nameReader(record: AccessRecord, names: AccessRecordPage["names"]): string {
  if (!record.actor.startsWith("link:")) return nameActor(record, names);
  const label = names[record.actor];
  return `Auditor's link ${label ? `“${label}”` : shortId(record.actor.slice("link:".length))}`;
}
