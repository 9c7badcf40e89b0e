import type { Connection } from "@assay/client";
import { Button } from "@assay/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "../format/format.ts";
import { messageOf } from "../shell/error-panel.tsx";
import { assay } from "./assay.ts";
import { assayQuery } from "./assay-query.ts";

const connectionsQuery = assayQuery(["own-connections"], async (service, options) => {
  const { items } = await service.connections.list({ ...options, limit: 50 }).page();
  return items;
});

/** The applications that read as the user, and how to end that. Nothing where there are none. */
export function ConnectedApps() {
  const { data = [] } = useQuery(connectionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: async (id: string) => (await assay()).connections.end(id),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="connected-apps" className="flex flex-col gap-2">
      <h3 id="connected-apps" className="font-medium">
        Connected applications
      </h3>
      <ul aria-labelledby="connected-apps" className="divide-y divide-line rounded-lg border border-line">
        {data.map((each) => (
          <App key={each.id} app={each} isEnding={end.isPending} onEnd={() => end.mutate(each.id)} />
        ))}
      </ul>
      <p role="alert" className="text-missing empty:hidden">
        {end.error && `Nothing has been ended. ${messageOf(end.error)}.`}
      </p>
    </section>
  );
}

function App({ app, isEnding, onEnd }: { app: Connection; isEnding: boolean; onEnd: () => void }) {
  const { clientName, createdAt, lastUsedAt, expiresAt } = app;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium break-words">
          <bdi>{clientName}</bdi>
        </p>
        <p className="text-xs text-muted">
          {lastUsedAt ? `Last used ${formatDateTime(lastUsedAt)}` : `Since ${formatDateTime(createdAt)}`}, until{" "}
          {formatDateTime(expiresAt)}
        </p>
      </div>
      <Button look="quiet" disabled={isEnding} aria-label={`End the connection of ${clientName}`} onClick={onEnd}>
        End
      </Button>
    </li>
  );
}
