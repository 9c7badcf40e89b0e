import type { ApiKey } from "@assay/client/admin";
import { ChoiceFilter, Filters, useChoice } from "@assay/site/filters";
import { formatDateTime, formatWhen } from "@assay/site/format";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { ROLE_NAMES } from "@assay/site/use-session";
import { ABOVE_ROW_LINK, Badge, Button, type Column } from "@assay/ui";
import { KeyRound, Plus } from "lucide-react";
import { Page } from "../app/page.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { KeyName } from "../lists/key-name.tsx";
import { openAct } from "../lists/use-act.ts";
import { ConnectedApplications } from "./connected-applications.tsx";
import { KeyDialogs } from "./key-dialogs.tsx";
import { KeyMenu } from "./key-menu.tsx";
import { keyState } from "./key-state.ts";

const STATES = [
  { value: "IN_FORCE", label: "Active" },
  { value: "EXPIRED", label: "Expired" },
  { value: "REVOKED", label: "Revoked" },
] as const;

export default function ApiKeysView() {
  const state = useChoice("state", STATES);
  const cursor = useCursor();
  const keys = useTenantQuery({
    key: ["api-keys", state, cursor],
    load: ({ admin }, options) => admin.apiKeys.list({ state, ...options }).page({ cursor }),
    keepWithin: 1,
  });
  return (
    <Page
      title="API keys"
      lead="Access for programs. A key acts in this tenant with one role until it expires or is revoked. It is shown once, when it is created."
      actions={
        <Button look="primary" icon={<Plus size={14} aria-hidden />} onClick={() => openAct("create")}>
          New key
        </Button>
      }
    >
      <Filters label="Filter the keys">
        <ChoiceFilter name="state" label="State" every="Every state" choices={STATES} />
      </Filters>
      <TableList
        query={keys}
        what="API keys"
        lines={8}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        icon={KeyRound}
        empty={
          state
            ? ["No key is in this state", "Choose another state to see others."]
            : ["No API key yet", "Create one for a program that uploads evidence or starts runs."]
        }
      />
      <ConnectedApplications />
      <KeyDialogs keys={keys.data?.items} />
    </Page>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: "name",
    header: "Name",
    className: "sm:w-[30%]",
    cell: KeyName,
  },
  { id: "role", header: "Role", cell: ({ role }) => ROLE_NAMES[role] },
  { id: "state", header: "State", cell: (key) => <KeyBadge apiKey={key} /> },
  {
    id: "expires",
    header: "Expires",
    cell: ({ expiresAt }) => (
      <time dateTime={expiresAt} title={formatDateTime(expiresAt)}>
        {formatWhen(expiresAt)}
      </time>
    ),
  },
  {
    id: "used",
    header: "Last used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
          {formatWhen(lastUsedAt)}
        </time>
      ) : (
        <span className="text-muted">Never</span>
      ),
  },
  {
    id: "by",
    header: "Made by",
    minor: true,
    cell: ({ createdByName, createdAt }) => (
      <span className="flex min-w-0 flex-col">
        <bdi className="break-all">{createdByName ?? "Someone of another tenant"}</bdi>
        <time dateTime={createdAt} className="text-xs text-muted">
          {formatDateTime(createdAt)}
        </time>
      </span>
    ),
  },
  {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: (key) => (
      <span className={ABOVE_ROW_LINK}>
        <KeyMenu apiKey={key} />
      </span>
    ),
  },
];

function KeyBadge({ apiKey }: { apiKey: ApiKey }) {
  const { tone, label } = keyState(apiKey, Date.now());
  return <Badge tone={tone} label={label} />;
}
