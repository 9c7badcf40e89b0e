import type { AuditEntry, AuditPage } from "@assay/client/admin";
import { formatMoment } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { ABOVE_ROW_LINK, type Column, ROW_LINK } from "@assay/ui";
import { hrefTo } from "../app/tenant.ts";
import { describeAction, describeObject } from "./describe-action.ts";
import { nameActor, nameObject, shortId } from "./name-in-entry.ts";

/** `narrow` next to the details of an entry, which say the rest. */
export function entryColumns(names: AuditPage["names"], narrow: boolean): Column<AuditEntry>[] {
  const all: Column<AuditEntry>[] = [
    {
      id: "sequence",
      header: "Entry",
      cell: ({ sequence }) => (
        <Link href={hrefWith({ entry: String(sequence) })} className={`${ROW_LINK} tabular-nums`}>
          {sequence.toLocaleString()}
        </Link>
      ),
    },
    {
      id: "when",
      header: "When",
      className: "sm:whitespace-nowrap",
      cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    },
    {
      id: "what",
      header: "What happened",
      cell: ({ action }) => (
        <span className="flex min-w-0 flex-col">
          <span>{describeAction(action)}</span>
          <code className="font-mono text-xs break-all text-muted">{action}</code>
        </span>
      ),
    },
    {
      id: "about",
      header: "About",
      cell: (entry) => (
        <span className="flex min-w-0 flex-col">
          <bdi className="break-all">{nameObject(entry, names)}</bdi>
          <span className="text-xs text-muted">{describeObject(entry.object_type)}</span>
        </span>
      ),
    },
    { id: "by", header: "By", cell: (entry) => <bdi className="break-all">{nameActor(entry, names)}</bdi> },
    {
      id: "run",
      header: "Run",
      minor: true,
      cell: ({ runId }) =>
        runId && (
          <Link
            href={hrefTo(`/audit/runs/${runId}`)}
            className={`${ABOVE_ROW_LINK} font-mono text-xs text-accent hover:underline`}
          >
            {shortId(runId)}
          </Link>
        ),
    },
  ];
  return narrow ? all.filter(({ id }) => id !== "run" && id !== "about") : all;
}
