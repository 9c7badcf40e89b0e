import type { Webhook, WebhookDelivery } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { ChoiceFilter, Filters, useChoice } from "@assay/site/filters";
import { formatDateTime, formatWhen } from "@assay/site/format";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { ABOVE_ROW_LINK, Badge, Button, type Column, Notice } from "@assay/ui";
import { Inbox, RotateCw } from "lucide-react";
import { useMemo } from "react";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";
import { eventLabel } from "./events.ts";
import { deliveryState, describeAttempt } from "./states.ts";

const STATES = [
  { value: "PENDING", label: "Waiting" },
  { value: "DELIVERED", label: "Delivered" },
  { value: "FAILED", label: "Failed" },
] as const;

/** A delivery that was just asked for ends within seconds. */
const LOOK_MS = 3000;

export function DeliveryList({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const state = useChoice("state", STATES);
  const cursor = useCursor();
  const deliveries = useTenantQuery({
    key: ["webhooks", id, "deliveries", state, cursor],
    load: ({ admin }, options) => admin.webhooks.deliveries(id, { state, ...options }).page({ cursor }),
    keepWithin: 3,
    refetchInterval: (query) => (query.state.data?.items.some((each) => each.state === "PENDING") ? LOOK_MS : false),
  });
  const { mutate, isPending, variables, error } = useTenantAct(({ admin }, deliveryId: string) =>
    admin.webhooks.redeliver(id, deliveryId),
  );
  const columns = useMemo(
    () => [...COLUMNS, sendAgain({ enabled, busy: isPending ? variables : undefined, send: mutate })],
    [enabled, isPending, variables, mutate],
  );
  return (
    <section className="flex flex-col gap-3" aria-labelledby="deliveries">
      <h2 id="deliveries" className="font-medium">
        Deliveries of the last 30 days
      </h2>
      <Filters label="Filter the deliveries">
        <ChoiceFilter name="state" label="State" every="Every state" choices={STATES} />
      </Filters>
      {error && (
        <Notice tone="missing" title="It was not sent again">
          {messageOf(error)}
        </Notice>
      )}
      <TableList
        query={deliveries}
        what="deliveries"
        columns={columns}
        rowKey={(delivery) => delivery.id}
        icon={Inbox}
        empty={
          state
            ? ["No delivery is in this state", "Choose another state to see others."]
            : ["Nothing was delivered yet", "Send a test to see whether the receiver replies."]
        }
      />
    </section>
  );
}

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    id: "event",
    header: "Event",
    className: "sm:w-[30%]",
    cell: ({ type, messageId }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{eventLabel(type)}</span>
        <code className="font-mono text-xs break-all text-muted">{messageId}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: (delivery) => (
      <span className="flex flex-col items-start gap-0.5">
        <Badge {...deliveryState(delivery)} />
        <span className="text-xs text-muted">{describeAttempt(delivery)}</span>
      </span>
    ),
  },
  { id: "attempts", header: "Attempts", cell: ({ attempts }) => attempts },
  {
    id: "when",
    header: "Last attempt",
    cell: ({ lastAttemptAt, nextAttemptAt }) => (
      <span className="flex flex-col">
        <Moment at={lastAttemptAt} none="None" />
        {nextAttemptAt && (
          <span className="text-xs text-muted">
            Next <Moment at={nextAttemptAt} none="" />
          </span>
        )}
      </span>
    ),
  },
  { id: "created", header: "Happened", minor: true, cell: ({ createdAt }) => <Moment at={createdAt} none="" /> },
];

function Moment({ at, none }: { at: string | null; none: string }) {
  if (!at) return <span className="text-muted">{none}</span>;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatWhen(at)}
    </time>
  );
}

interface SendAgain {
  readonly enabled: boolean;
  /** The one that is being asked for. */
  readonly busy: string | undefined;
  send(deliveryId: string): void;
}

function sendAgain({ enabled, busy, send }: SendAgain): Column<WebhookDelivery> {
  return {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: ({ id, type, state, messageId }) =>
      (enabled || type === "webhook.test") && (
        <span className={ABOVE_ROW_LINK}>
          <Button
            icon={<RotateCw size={14} aria-hidden />}
            busy={busy === id}
            aria-label={`${state === "PENDING" ? "Send now" : "Send again"}: ${eventLabel(type)}, ${messageId}`}
            onClick={() => send(id)}
          >
            {state === "PENDING" ? "Send now" : "Send again"}
          </Button>
        </span>
      ),
  };
}
