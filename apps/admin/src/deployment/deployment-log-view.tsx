import type { DamagedEntry, DeploymentEntry, DeploymentLogPage } from "@assay/client/admin";
import { ChoiceFilter, Filters, useChoice } from "@assay/site/filters";
import { formatMoment } from "@assay/site/format";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { Badge, type Column } from "@assay/ui";
import { ScrollText } from "lucide-react";
import { Page } from "../app/page.tsx";
import { PLACES } from "../app/places.ts";
import { hrefTo } from "../app/tenant.ts";
import { DEPLOYMENT_ACTION_CHOICES, describeAction } from "../audit/describe-action.ts";
import { shortId } from "../audit/name-in-entry.ts";
import { useDeploymentLog } from "./use-deployment.ts";

type Row = DeploymentEntry | DamagedEntry;

/** For those who have to say what was done to the deployment itself, and by whom. */
export default function DeploymentLogView() {
  const action = useChoice("action", DEPLOYMENT_ACTION_CHOICES);
  const log = useDeploymentLog({ action, cursor: useCursor() });
  return (
    <Page
      title="Log of the deployment"
      scope="all"
      back={{ href: hrefTo(PLACES.deployment.path), label: "Deployment" }}
      lead="Actions that belong to no tenant. Each entry holds the hash of the one before it; one that was changed is not shown."
    >
      <Filters label="Filter the log">
        <ChoiceFilter name="action" label="What happened" every="Every action" choices={DEPLOYMENT_ACTION_CHOICES} />
      </Filters>
      <TableList
        query={log}
        what="entries"
        lines={8}
        columns={columns(log.data?.names ?? {})}
        rowKey={({ sequence }) => String(sequence)}
        icon={ScrollText}
        empty={
          action === undefined
            ? ["Nothing has been done yet", "The next tenant that is made is the first entry."]
            : ["No entry matches", "Change the filter to see others."]
        }
      />
    </Page>
  );
}

function columns(names: DeploymentLogPage["names"]): Column<Row>[] {
  return [
    { id: "sequence", header: "Entry", cell: ({ sequence }) => sequence.toLocaleString() },
    {
      id: "when",
      header: "When",
      className: "sm:w-52 sm:whitespace-nowrap",
      cell: (row) => "action" in row && formatMoment(row.createdAt),
    },
    {
      id: "what",
      header: "What happened",
      className: "sm:w-[20%]",
      cell: (row) =>
        "action" in row ? describeAction(row.action) : <Badge tone="missing" label="Changed after it was written" />,
    },
    {
      id: "about",
      header: "About",
      cell: (row) => "action" in row && <bdi className="break-all">{names[row.objectId] ?? shortId(row.objectId)}</bdi>,
    },
    {
      id: "by",
      header: "By",
      className: "sm:w-[26%]",
      cell: (row) =>
        "action" in row && (
          <bdi className="break-all">
            {row.actor === "system" ? "the operator or the service" : (names[row.actor] ?? shortId(row.actor))}
          </bdi>
        ),
    },
  ];
}
