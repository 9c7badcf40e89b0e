import type { Connection } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime, formatWhen } from "@assay/site/format";
import { Button } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";

/** The applications that members let read through `/mcp`, and how to end that; nothing where there are none. */
export function ConnectedApplications() {
  const { data } = useTenantQuery({
    key: ["connections"],
    load: ({ admin }, options) => admin.connections.list(options).page({ limit: 200 }),
  });
  const end = useTenantAct(({ assay }, id: string) => assay.connections.end(id));
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Connected applications" end={data.nextCursor === null ? undefined : "The newest 200"}>
      <p className="text-xs text-muted">
        Members let these read through <code className="font-mono">/mcp</code>, as a viewer. They can change nothing.
      </p>
      <ul aria-label="Connected applications" className="divide-y divide-line rounded-lg border border-line">
        {data.items.map((each) => (
          <Application key={each.id} connection={each} busy={end.isPending} onEnd={() => end.mutate(each.id)} />
        ))}
      </ul>
      <p role="alert" className="text-sm text-missing empty:hidden">
        {end.error && `Nothing has been ended. ${messageOf(end.error)}.`}
      </p>
    </Section>
  );
}

interface ApplicationProps {
  connection: Connection;
  busy: boolean;
  onEnd: () => void;
}

function Application({ connection, busy, onEnd }: ApplicationProps) {
  const { clientName, clientHost, userName, createdAt, lastUsedAt, expiresAt } = connection;
  const who = userName ?? "someone who left";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words">
          <bdi className="font-medium">{clientName}</bdi> of <bdi>{who}</bdi>
        </p>
        <p className="text-xs break-words text-muted">
          {clientHost ?? "Named by itself"} · {lastUsedAt ? `last used ${formatWhen(lastUsedAt)}` : "never used"} ·
          since {formatDateTime(createdAt)}, until {formatDateTime(expiresAt)}
        </p>
      </div>
      <Button look="quiet" disabled={busy} aria-label={`End the connection of ${clientName} of ${who}`} onClick={onEnd}>
        End
      </Button>
    </li>
  );
}
