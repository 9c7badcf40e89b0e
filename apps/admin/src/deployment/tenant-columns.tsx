import type { TenantState } from "@assay/client/admin";
import { formatCount, formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { useSession } from "@assay/site/use-session";
import { Badge, type Column, IconButton, Menu, type MenuItem } from "@assay/ui";
import { Ellipsis, Gauge, UserPlus } from "lucide-react";
import { erasureItems } from "../erasures/erasure-items.tsx";
import { openAct } from "../lists/use-act.ts";
import { formatCost } from "../runs/format-cost.ts";
import { formatTokens } from "../runs/format-tokens.ts";
import { TROUBLES } from "./troubles.ts";

const WORST = ["INTEGRITY", "RUN_FAILED", "SNAPSHOT_FAILED"];
const of = (used: string, limit: string | null) => (limit === null ? used : `${used} of ${limit}`);

/** A line of each thing that is counted; in the column's last place what may be done. */
export const TENANT_COLUMNS: readonly Column<TenantState>[] = [
  {
    id: "tenant",
    header: "Tenant",
    className: "sm:w-[22%]",
    cell: ({ tenant: { name, status }, members }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{name}</span>
        <span className="text-xs text-muted">
          {formatCount(members, "member")}
          {status === "INACTIVE" && ", suspended"}
        </span>
      </span>
    ),
  },
  {
    id: "troubles",
    header: "Trouble",
    cell: ({ troubles }) =>
      troubles.length === 0 ? (
        <Badge tone="complete" label="None" />
      ) : (
        <span className="flex flex-wrap gap-1">
          {troubles.map((trouble) => (
            <Badge key={trouble} tone={WORST.includes(trouble) ? "missing" : "partial"} label={TROUBLES[trouble]} />
          ))}
        </span>
      ),
  },
  {
    id: "evidence",
    header: "Documents",
    cell: ({ documents, bytes, oldestUnreadAt, failures }) => (
      <Lines
        lines={[
          of(documents.used.toLocaleString(), documents.limit.toLocaleString()),
          of(formatBytes(bytes.used), formatBytes(bytes.limit)),
          failures.documents > 0 && `${failures.documents.toLocaleString()} failed`,
          oldestUnreadAt && `not read since ${formatDateTime(oldestUnreadAt)}`,
        ]}
      />
    ),
  },
  {
    id: "run",
    header: "Last run",
    cell: ({ lastRun, failures }) => (
      <Lines
        lines={[
          lastRun ? formatDateTime(lastRun.createdAt) : "None",
          lastRun?.verdicts &&
            `${lastRun.verdicts.complete} complete, ${lastRun.verdicts.partial} partial, ${lastRun.verdicts.missing} missing`,
          lastRun?.verdicts === null && "verdicts damaged",
          failures.runs > 0 && `${failures.runs.toLocaleString()} failed in 30 days`,
        ]}
      />
    ),
  },
  {
    id: "use",
    header: "This month",
    cell: ({ tokensThisMonth: { used, limit }, costUsdThisMonth, runsToday }) => (
      <Lines
        lines={[
          `${of(formatTokens(used), limit === null ? null : formatTokens(limit))} tokens`,
          formatCost(costUsdThisMonth),
          runsToday.limit === null
            ? `${formatCount(runsToday.used, "run")} today`
            : `${runsToday.used} of ${formatCount(runsToday.limit, "run")} today`,
        ]}
      />
    ),
  },
  {
    id: "jobs",
    header: "Waiting jobs",
    align: "end",
    cell: ({ jobs: { waiting } }) => waiting.toLocaleString(),
  },
  { id: "acts", header: "Actions", align: "end", cell: (state) => <StateMenu state={state} /> },
];

function Lines({ lines: [first, ...others] }: { lines: readonly (string | false | null | undefined)[] }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="xl:whitespace-nowrap">{first}</span>
      {others.map(
        (line) =>
          line && (
            <span key={line} className="text-xs text-muted">
              {line}
            </span>
          ),
      )}
    </span>
  );
}

function StateMenu({ state: { tenant, admins } }: { state: TenantState }) {
  const { data: session } = useSession();
  const items: MenuItem[] = [
    { label: "Set limits", icon: <Gauge size={14} aria-hidden />, onSelect: () => openAct("limits", tenant.id) },
  ];
  if (admins === 0 && tenant.status === "ACTIVE")
    items.push({
      label: "Invite the first administrator",
      icon: <UserPlus size={14} aria-hidden />,
      onSelect: () => openAct("administrator", tenant.id),
    });
  items.push(...erasureItems(tenant.id, tenant.id === session?.tenant.id));
  return (
    <Menu
      trigger={<IconButton label={`More for ${tenant.name}`} icon={<Ellipsis size={16} aria-hidden />} />}
      items={items}
    />
  );
}
