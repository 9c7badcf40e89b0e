import type { Erasure } from "@assay/client/admin";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { formatCount, formatMoment } from "@assay/site/format";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { ABOVE_ROW_LINK, Badge, Button, type Column, CopyText } from "@assay/ui";
import { Trash2 } from "lucide-react";
import { Page } from "../app/page.tsx";
import { PLACES } from "../app/places.ts";
import { hrefTo } from "../app/tenant.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import { useNameOf } from "./holds-dialog.tsx";
import { useErasures } from "./use-erasures.ts";

const CertificateDialog = dialogOnDemand(() => import("./certificate-dialog.tsx"));

/** For those who have to prove that a tenant's data is gone. */
export default function ErasuresView() {
  const erasures = useErasures(useCursor());
  const nameOf = useNameOf();
  const act = useAct(["certificate"]);
  const all = erasures.data?.items ?? [];
  const certified = all.find(({ id, finishedAt }) => id === act?.on && finishedAt !== null);
  const underWay = all.filter(({ finishedAt }) => finishedAt === null).length;
  return (
    <Page
      title={PLACES.erasures.title}
      scope="all"
      back={{ href: hrefTo(PLACES.deployment.path), label: "Deployment" }}
      lead="Jobs delete a tenant's files first, then its rows, and the tenant last; they wait for uploads that were under way. Then a certificate is signed."
    >
      <p role="status" className="sr-only">
        {underWay > 0 && `${formatCount(underWay, "tenant")} being erased`}
      </p>
      <TableList
        query={erasures}
        what="erased tenants"
        lines={6}
        columns={columns(nameOf)}
        rowKey={({ id }) => id}
        icon={Trash2}
        empty={["No tenant was erased", "Suspend a tenant, then choose Erase… in its menu under Tenants."]}
      />
      {certified && <CertificateDialog key={certified.id} erasure={certified} onClose={closeAct} />}
    </Page>
  );
}

function columns(nameOf: (actor: string) => string): Column<Erasure>[] {
  return [
    {
      id: "tenant",
      header: "Tenant",
      className: "sm:w-[28%]",
      cell: ({ tenantName }) => <span className="min-w-0 font-medium break-words">{tenantName}</span>,
    },
    {
      id: "state",
      header: "State",
      cell: ({ finishedAt, files, rows }) => (
        <span className="flex min-w-0 flex-col items-start gap-0.5">
          {finishedAt === null ? (
            <Badge tone="partial" label="Being erased" />
          ) : (
            <Badge tone="complete" label="Erased" />
          )}
          <span className="text-xs text-muted">
            {formatCount(files, "file")} and {formatCount(rows, "row")} deleted
            {finishedAt === null && " so far"}
          </span>
        </span>
      ),
    },
    {
      id: "started",
      header: "Started",
      cell: ({ requestedAt, requestedBy }) => (
        <span>
          {formatMoment(requestedAt)} <span className="text-xs text-muted">by {nameOf(requestedBy)}</span>
        </span>
      ),
    },
    {
      id: "finished",
      header: "Finished",
      cell: ({ finishedAt }) => (finishedAt === null ? "not yet" : formatMoment(finishedAt)),
    },
    {
      id: "id",
      header: "Id",
      minor: true,
      cell: ({ tenantId, tenantName }) => <CopyText text={tenantId} what={`the id of ${tenantName}`} />,
    },
    {
      id: "acts",
      header: "Actions",
      align: "end",
      cell: ({ id, tenantName, finishedAt }) =>
        finishedAt === null ? (
          <span className="text-xs text-muted">no certificate yet</span>
        ) : (
          <Button
            className={ABOVE_ROW_LINK}
            aria-label={`Certificate of ${tenantName}`}
            onClick={() => openAct("certificate", id)}
          >
            Certificate
          </Button>
        ),
    },
  ];
}
