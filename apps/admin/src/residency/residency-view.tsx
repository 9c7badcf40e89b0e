import type { EgressEntry } from "@assay/client/admin";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { messageOf } from "@assay/site/error-panel";
import { Filters, TextFilter, useTyped } from "@assay/site/filters";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { useSession } from "@assay/site/use-session";
import { Button, type Column } from "@assay/ui";
import { Send } from "lucide-react";
import { Page } from "../app/page.tsx";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { shortId } from "../audit/name-in-entry.ts";
import { formatDay } from "../charts/format-day.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import { nameProvider, namePurpose } from "./provider-names.ts";

const ProvidersDialog = dialogOnDemand(() => import("./providers-dialog.tsx"));
const EngineDialog = dialogOnDemand(() => import("./engine-dialog.tsx"));

const VERSIONS_MAX = 200;

/** For an ADMIN who has to say where the tenant's text may go, and where it went. */
export default function ResidencyView() {
  const runId = useTyped("runId");
  const cursor = useCursor();
  const page = useTenantQuery({
    key: ["egress", { runId }, cursor],
    load: ({ admin }, options) => admin.residency.egress({ runId, ...options }).page({ cursor }),
    keepWithin: 1,
  });
  return (
    <Page
      title="Where text goes"
      lead="Who may be given the tenant's text, and each host that it was sent to: counted before it leaves, also where a request fails."
    >
      <Rules />
      <Filters label="Filter what was sent">
        <TextFilter name="runId" label="Id of the run" className="w-full sm:w-52" />
      </Filters>
      <TableList
        query={page}
        what="lines of the egress ledger"
        lines={8}
        columns={COLUMNS}
        rowKey={({ day, runId: run, host, purpose, provider }) => [day, run, host, purpose, provider].join(" ")}
        icon={Send}
        empty={
          runId === undefined
            ? ["Nothing was sent", "No text of this tenant has left the service since sending is counted."]
            : ["Nothing was sent for this run", "Its id is on its page; a reused answer was sent for an earlier run."]
        }
      />
    </Page>
  );
}

function Rules() {
  const act = useAct(["providers", "engine"]);
  const { data: session } = useSession();
  const mayBind = session?.role === "SUPER_ADMIN";
  const { data: residency, error } = useTenantQuery({
    key: ["residency"],
    load: ({ admin }, options) => admin.residency.get(options),
  });
  const { data: versions, error: versionsError } = useTenantQuery({
    key: ["engine", "choices"],
    load: async ({ admin }, options) =>
      (await admin.retrievalVersions.list(options).page({ limit: VERSIONS_MAX })).items,
    enabled: mayBind,
  });
  const allowed = residency?.allowedProviders?.filter((each) => each !== "offline");
  return (
    <Section title="Rules">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-3 py-2 text-sm">
        <p className="min-w-0 flex-1 basis-60 empty:hidden">
          {error && <span role="alert">{`The rules cannot be read: ${messageOf(error)}.`}</span>}
          {versionsError && (
            <span role="alert">{`The engine versions cannot be read: ${messageOf(versionsError)}.`} </span>
          )}
          {residency?.allowedProviders === null && "Text may go to every provider that the deployment uses."}
          {allowed &&
            (allowed.length === 0
              ? "No text may leave the service."
              : `Text may go to ${allowed.map(nameProvider).join(", ")}.`)}{" "}
          {residency &&
            (residency.retrievalVersionId === null
              ? "The tenant goes by the active engine version."
              : `It is bound to engine version ${shortId(residency.retrievalVersionId)}.`)}
        </p>
        <Button disabled={!residency} onClick={() => openAct("providers")}>
          Choose the providers
        </Button>
        {mayBind && (
          <Button disabled={!residency || !versions} onClick={() => openAct("engine")}>
            Choose the engine version
          </Button>
        )}
      </div>
      {act?.name === "providers" && residency && (
        <ProvidersDialog allowed={residency.allowedProviders} onClose={closeAct} />
      )}
      {act?.name === "engine" && residency && versions && (
        <EngineDialog bound={residency.retrievalVersionId} versions={versions} onClose={closeAct} />
      )}
    </Section>
  );
}

function RunOf({ runId }: Pick<EgressEntry, "runId">) {
  if (runId === null) return <span className="text-muted">no run</span>;
  return (
    <Link href={hrefTo(`/runs/${runId}`)} className="text-accent hover:underline">
      {shortId(runId)}
    </Link>
  );
}

const COLUMNS: Column<EgressEntry>[] = [
  { id: "day", header: "Day", cell: ({ day }) => formatDay(day) },
  { id: "host", header: "Host", cell: ({ host }) => <span className="break-all">{host}</span> },
  { id: "purpose", header: "Purpose", cell: ({ purpose }) => namePurpose(purpose) },
  { id: "run", header: "Run", minor: true, cell: ({ runId }) => <RunOf runId={runId} /> },
  { id: "requests", header: "Requests", align: "end", cell: ({ requests }) => requests },
  { id: "bytes", header: "Sent", align: "end", cell: ({ bytes }) => formatBytes(bytes) },
];
