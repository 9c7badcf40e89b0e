import type { DocumentFailureCode } from "@assay/client";
import type { ReadingCounts } from "@assay/client/admin";
import { adviseOnFailure } from "@assay/site/document-failure-advice";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { ABOVE_ROW_LINK, Badge, Button, type Column, DataTable, ROW_LINK } from "@assay/ui";
import { RotateCw } from "lucide-react";
import type { ReprocessAct } from "./use-reprocess.ts";

type Reason = ReadingCounts["failed"][number];

interface ReasonTableProps {
  reasons: readonly Reason[];
  chosen: DocumentFailureCode | undefined;
  reprocess: ReprocessAct;
}

/** Why documents failed, the most frequent first, with what helps. */
export function ReasonTable({ reasons, chosen, reprocess }: ReasonTableProps) {
  const columns: Column<Reason>[] = [
    {
      id: "reason",
      header: "Reason",
      className: "sm:w-[30%]",
      cell: ({ code }) => (
        <span className="flex min-w-0 flex-col">
          <Link href={hrefWith({ code: code === chosen ? null : code, cursor: null })} className={ROW_LINK}>
            {adviseOnFailure(code).title}
          </Link>
          <code className="font-mono text-xs break-all text-muted">{code}</code>
        </span>
      ),
    },
    { id: "documents", header: "Documents", align: "end", cell: ({ documents }) => documents.toLocaleString() },
    {
      id: "advice",
      header: "What to do",
      cell: ({ code }) => (
        <span className="flex min-w-0 flex-col items-start gap-1">
          <span>{adviseOnFailure(code).advice}</span>
          {adviseOnFailure(code).worthRetrying && <Badge tone="active" label="Reading again may help" />}
        </span>
      ),
    },
    {
      id: "act",
      header: "Actions",
      align: "end",
      cell: ({ code, documents }) => (
        <Button
          className={ABOVE_ROW_LINK}
          look={adviseOnFailure(code).worthRetrying ? "primary" : "secondary"}
          icon={<RotateCw size={14} aria-hidden />}
          busy={reprocess.isPending}
          onClick={() => reprocess.mutate({ failureCode: code })}
        >
          {documents === 1 ? "Read it again" : `Read all ${documents.toLocaleString()} again`}
          <span className="sr-only">: {adviseOnFailure(code).title}</span>
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      label="Reasons"
      columns={columns}
      rows={reasons}
      rowKey={({ code }) => code}
      isCurrent={({ code }) => code === chosen}
    />
  );
}
