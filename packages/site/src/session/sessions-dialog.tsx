import type { SessionList } from "@assay/client";
import { Button, Dialog, Skeleton } from "@assay/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "../format/format.ts";
import { ErrorPanel, messageOf } from "../shell/error-panel.tsx";
import { assay } from "./assay.ts";
import { assayQuery } from "./assay-query.ts";
import { ConnectCompany } from "./connect-company.tsx";
import { ConnectedApps } from "./connected-apps.tsx";

const sessionsQuery = assayQuery(["own-sessions"], (service, options) => service.sessions(options));

/** Where the user is signed in, and how to end that. Loaded when it is first opened, from the user's menu. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: async (id: string | undefined) =>
      id === undefined ? (await assay()).endOtherSessions() : (await assay()).endSession(id),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const hasOthers = query.data && (!query.data.isComplete || query.data.sessions.length > 1);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Where you are signed in"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {hasOthers && (
            <Button look="danger" busy={end.isPending} onClick={() => end.mutate(undefined)}>
              End all others
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {query.data ? (
          <Sessions list={query.data} isEnding={end.isPending} onEnd={(id) => end.mutate(id)} />
        ) : query.error ? (
          <ErrorPanel title="The sessions cannot be shown" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-10" />
        )}
        <p role="alert" className="text-missing empty:hidden">
          {end.error && `Nothing has been ended. ${messageOf(end.error)}.`}
        </p>
        <ConnectedApps />
        <ConnectCompany />
      </div>
    </Dialog>
  );
}

interface SessionsProps {
  list: SessionList;
  isEnding: boolean;
  onEnd: (id: string) => void;
}

function Sessions({ list: { sessions, isComplete }, isEnding, onEnd }: SessionsProps) {
  return (
    <>
      <ul aria-label="Sessions" className="divide-y divide-line rounded-lg border border-line">
        {sessions.map(({ id, startedAt, lastUsedAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium">Since {formatDateTime(startedAt)}</p>
              <p className="text-xs text-muted">
                {isCurrent ? "This session" : `Last used ${formatDateTime(lastUsedAt)}`}
              </p>
            </div>
            {!isCurrent && (
              <Button
                look="quiet"
                disabled={isEnding}
                aria-label={`End the session since ${formatDateTime(startedAt)}`}
                onClick={() => onEnd(id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isComplete && <p className="text-muted">Other sessions are not listed. You can end them all at once.</p>}
    </>
  );
}
