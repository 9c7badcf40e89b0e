import type { Webhook } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime, formatWhen } from "@assay/site/format";
import { Loaded } from "@assay/site/loaded";
import { Badge, Button, Fact, Facts, IconButton, Menu, Notice } from "@assay/ui";
import { Ban, Ellipsis, KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";
import { openAct } from "../lists/use-act.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { eventLabel } from "./events.ts";
import { webhookState } from "./states.ts";
import { WebhookDialogs } from "./webhook-dialogs.tsx";

/** One webhook: what it asks for, how it is, and what was delivered. */
export default function WebhookView() {
  const id = useParam("webhookId");
  const query = useTenantQuery({
    key: ["webhooks", id],
    load: ({ admin }, options) => admin.webhooks.get(id, options),
  });
  const { data } = query;
  const test = useTenantAct(({ admin }) => admin.webhooks.test(id));
  return (
    <Page
      title={data ? new URL(data.url).host : "Webhook"}
      back={{ href: hrefTo("/webhooks"), label: "Webhooks" }}
      lead={data && <Badge {...webhookState(data)} />}
      actions={
        data && (
          <>
            <Button icon={<Send size={14} aria-hidden />} busy={test.isPending} onClick={() => test.mutate()}>
              Send a test
            </Button>
            <WebhookMenu webhook={data} />
          </>
        )
      }
    >
      {test.error && (
        <Notice tone="missing" title="The test could not be sent">
          {messageOf(test.error)}
        </Notice>
      )}
      <Loaded query={query} what="webhook">
        {(webhook) => (
          <>
            <StateNotice webhook={webhook} />
            <About webhook={webhook} />
            <DeliveryList webhook={webhook} />
          </>
        )}
      </Loaded>
      <WebhookDialogs webhook={data} />
    </Page>
  );
}

function WebhookMenu({ webhook: { enabled } }: { webhook: Webhook }) {
  return (
    <Menu
      trigger={<IconButton label="More for this webhook" icon={<Ellipsis size={16} aria-hidden />} />}
      items={[
        { label: "Change", icon: <Pencil size={14} aria-hidden />, onSelect: () => openAct("edit") },
        { label: "Rotate the secret", icon: <KeyRound size={14} aria-hidden />, onSelect: () => openAct("rotate") },
        ...(enabled
          ? [{ label: "Disable", icon: <Ban size={14} aria-hidden />, onSelect: () => openAct("disable") }]
          : []),
        { label: "Remove", icon: <Trash2 size={14} aria-hidden />, danger: true, onSelect: () => openAct("remove") },
      ]}
    />
  );
}

/** What is wrong with it, and the way back. */
function StateNotice({ webhook }: { webhook: Webhook }) {
  const { id, enabled, disabledReason, disabledAt, failingSince } = webhook;
  const { mutate, isPending, error } = useTenantAct(({ admin }) => admin.webhooks.change(id, { enabled: true }));
  if (enabled)
    return failingSince ? (
      <Notice tone="partial" title={`No delivery has succeeded since ${formatDateTime(failingSince)}`}>
        Deliveries are tried again for three days; then the webhook is disabled.
      </Notice>
    ) : null;
  const since = disabledAt ? ` on ${formatDateTime(disabledAt)}` : "";
  const why =
    disabledReason === "FAILING"
      ? "No delivery succeeded for three days."
      : disabledReason === "GONE"
        ? "Its receiver replied with 410 Gone."
        : "Somebody disabled it.";
  return (
    <Notice tone={disabledReason === "BY_PERSON" ? "neutral" : "failed"} title={`The webhook was disabled${since}`}>
      <div className="flex flex-col items-start gap-2">
        <p>{why} It is told of nothing until it is enabled again. Send a test first.</p>
        <Button busy={isPending} onClick={() => mutate()}>
          Enable the webhook
        </Button>
        <p role="alert" className="text-missing empty:hidden">
          {error && messageOf(error)}
        </p>
      </div>
    </Notice>
  );
}

function About({ webhook }: { webhook: Webhook }) {
  const { url, events, createdAt, previousSecretUntil } = webhook;
  return (
    <Facts>
      <Fact term="Address">
        <span className="break-all">{url}</span>
      </Fact>
      <Fact term="Events">{events.map(eventLabel).join(", ")}</Fact>
      <Fact term="Created">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatWhen(createdAt)}
        </time>
      </Fact>
      {previousSecretUntil && <Fact term="The old secret signs until">{formatDateTime(previousSecretUntil)}</Fact>}
    </Facts>
  );
}
