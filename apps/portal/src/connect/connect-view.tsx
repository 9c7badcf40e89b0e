import type { AskedConnection, NewConnection } from "@assay/client";
import { assay } from "@assay/site/assay";
import { assayQuery } from "@assay/site/assay-query";
import { messageOf } from "@assay/site/error-panel";
import { Loaded } from "@assay/site/loaded";
import { changeTenant } from "@assay/site/own-tenant";
import { ROLE_NAMES, useSession } from "@assay/site/use-session";
import { Button, Select } from "@assay/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readRequest } from "./read-request.ts";

/** Decide whether an application may read this tenant through `/mcp`. */
export default function ConnectView() {
  const [asked] = useState(() => readRequest(location.search));
  return (
    <section aria-labelledby="connect-title" className="flex h-full flex-col overflow-y-auto bg-surface">
      <div className="flex w-full max-w-xl flex-col gap-4 p-4">
        <h1 id="connect-title" className="text-base font-semibold">
          Connect an application
        </h1>
        {typeof asked === "string" ? (
          <p role="alert" className="text-sm">
            The application has opened this page wrongly: {asked}. Nothing has been connected.
          </p>
        ) : (
          <Asked asked={asked} />
        )}
      </div>
    </section>
  );
}

function Asked({ asked }: { asked: NewConnection }) {
  const { clientId, redirectUri, codeChallenge, resource, state } = asked;
  const request = useQuery(
    assayQuery(["connection-request", asked], (service, options) =>
      service.connections.request(clientId, redirectUri, codeChallenge, resource, { ...options, state }),
    ),
  );
  return (
    <Loaded query={request} what="request" failure="The application cannot be connected">
      {(shown) => <Decision asked={asked} shown={shown} />}
    </Loaded>
  );
}

function Decision({ asked, shown }: { asked: NewConnection; shown: AskedConnection }) {
  const [left, setLeft] = useState<"agreed" | "refused">();
  const agree = useMutation({
    mutationFn: async () => (await assay()).connections.create(asked),
    onSuccess: (redirectUrl) => {
      setLeft("agreed");
      location.assign(redirectUrl);
    },
  });
  if (left)
    return (
      <p role="status" className="text-sm">
        {left === "agreed" ? "Connected. " : "Not connected. "}Go back to the application. You can close this page.
      </p>
    );
  const refuse = () => {
    setLeft("refused");
    location.assign(shown.denyUrl);
  };
  return (
    <>
      <WhoAsks shown={shown} />
      <Where />
      <div className="text-sm">
        <p>For at most 90 days it may:</p>
        <ul className="mt-1 list-disc pl-5">
          <li>read runs, verdicts, tasks and the text of documents of this tenant, as a viewer</li>
          <li>pass what it reads to the model that it works with</li>
        </ul>
        <p className="mt-2">It can change nothing. You end it in your menu under Sessions.</p>
      </div>
      <p role="alert" className="text-sm text-missing empty:hidden">
        {agree.error && `Nothing has been connected. ${messageOf(agree.error)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={agree.isPending} onClick={() => agree.mutate()}>
          Connect
        </Button>
        <Button disabled={agree.isPending} onClick={refuse}>
          Do not connect
        </Button>
      </div>
    </>
  );
}

function WhoAsks({ shown: { clientName, clientHost, redirectTarget } }: { shown: AskedConnection }) {
  return (
    <div className="text-sm">
      <p>
        <bdi className="font-medium break-words">{clientName}</bdi> asks to read Assay as you. The answer goes to{" "}
        <bdi className="font-medium break-all">{redirectTarget}</bdi>.
      </p>
      <p className="mt-1 text-muted">
        {clientHost === null ? (
          "The application chose its name itself. Connect it only if you started this just now."
        ) : (
          <>
            <bdi className="break-all">{clientHost}</bdi> says that this is its application.
          </>
        )}
      </p>
    </div>
  );
}

function Where() {
  const { data: session } = useSession();
  const change = useMutation({ mutationFn: (id: string) => changeTenant(id, { stay: true }) });
  if (!session) return null;
  const { tenant, tenants } = session;
  if (tenants.length < 2)
    return (
      <p className="text-sm">
        Tenant: <bdi className="font-medium break-words">{tenant.name}</bdi>
      </p>
    );
  return (
    <Select
      label="Tenant"
      hint="Your other tabs change too."
      error={change.error ? messageOf(change.error) : undefined}
      options={tenants.map(({ id, name, role }) => ({ value: id, label: `${name} (${ROLE_NAMES[role]})` }))}
      value={tenant.id}
      disabled={change.isPending || change.isSuccess}
      onChange={(id) => change.mutate(id)}
    />
  );
}
