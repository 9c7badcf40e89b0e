import type { Webhook } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { Badge, Button, type Column, ROW_LINK } from "@assay/ui";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import { CreateWebhookDialog } from "./create-webhook-dialog.tsx";
import { eventLabel } from "./events.ts";
import { webhookState } from "./states.ts";

const ACTS = ["create"] as const;

export default function WebhooksView() {
  const act = useAct(ACTS);
  const cursor = useCursor();
  const webhooks = useTenantQuery({
    key: ["webhooks", "list", cursor],
    load: ({ admin }, options) => admin.webhooks.list(options).page({ cursor }),
    keepWithin: 1,
  });
  return (
    <Page
      title="Webhooks"
      lead="Addresses that are told of runs, documents and expiring evidence. Messages are signed, hold ids and counts, and are repeated for three days."
      actions={
        <Button look="primary" icon={<Plus size={14} aria-hidden />} onClick={() => openAct("create")}>
          New webhook
        </Button>
      }
    >
      <TableList
        query={webhooks}
        what="webhooks"
        lines={4}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        icon={WebhookIcon}
        empty={["No webhook yet", "Create one to be told when a run ends or evidence is about to expire."]}
      />
      {act?.name === "create" && <CreateWebhookDialog onClose={closeAct} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: "url",
    header: "Address",
    className: "sm:w-[40%]",
    cell: ({ id, url }) => (
      <Link href={hrefTo(`/webhooks/${id}`)} className={`${ROW_LINK} font-medium break-all`}>
        {url}
      </Link>
    ),
  },
  { id: "state", header: "State", cell: (webhook) => <Badge {...webhookState(webhook)} /> },
  { id: "events", header: "Events", cell: ({ events }) => events.map(eventLabel).join(", ") },
  {
    id: "created",
    header: "Created",
    minor: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
];
