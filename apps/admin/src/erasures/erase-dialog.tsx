import type { ErasurePreview } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { ErrorPanel } from "@assay/site/error-panel";
import { FormDialog, lines } from "@assay/site/form-dialog";
import { formatCount } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { navigate } from "@assay/site/location";
import { Button, buttonClasses, Dialog, Fact, Facts, Notice, SkeletonList } from "@assay/ui";
import type { ReactNode } from "react";
import { PLACES } from "../app/places.ts";
import { hrefTo } from "../app/tenant.ts";
import { closeAct, openAct } from "../lists/use-act.ts";
import { useTenantsAct } from "../tenants/use-tenants.ts";
import type { TenantDialogProps } from "./tenant-dialog-props.ts";
import { useErasurePreview } from "./use-erasures.ts";

/** Erases a suspended tenant; of another one it says what has to be done before. */
export default function EraseDialog({ tenant: { id, name } }: TenantDialogProps) {
  const preview = useErasurePreview(id);
  const title = `Erase ${name}?`;
  if (!preview.data)
    return (
      <Closable title={title}>
        {preview.error ? (
          <ErrorPanel
            title="What would be deleted cannot be counted"
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <SkeletonList label="Counting what would be deleted" rows={4} />
        )}
      </Closable>
    );
  if (preview.data.refusal !== null) return <Refused preview={preview.data} refusal={preview.data.refusal} />;
  return <Confirm title={title} preview={preview.data} />;
}

function Closable({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeAct()}
      title={title}
      actions={
        <>
          <Button onClick={closeAct}>Close</Button>
          {actions}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type Refusal = NonNullable<ErasurePreview["refusal"]>;

function Refused({ preview, refusal }: { preview: ErasurePreview; refusal: Refusal }) {
  const { tenantId, name, holds } = preview;
  if (refusal === "ERASING")
    return (
      <Closable
        title={`${name} is being erased`}
        actions={
          <Link href={hrefTo(PLACES.erasures.path)} className={buttonClasses("primary")}>
            Erased tenants
          </Link>
        }
      >
        <p className="text-sm">See how far it is, and its certificate when it is done, under Erased tenants.</p>
      </Closable>
    );
  const title = `${name} cannot be erased now`;
  if (refusal === "HELD")
    return (
      <Closable
        title={title}
        actions={
          <Button look="primary" onClick={() => openAct("holds", tenantId)}>
            See its holds
          </Button>
        }
      >
        <Notice tone="partial" title={`It is under ${formatCount(holds.length, "hold")}`}>
          <ul className="list-disc ps-5">
            {holds.map((hold) => (
              <li key={hold.id} className="break-words whitespace-pre-line">
                {hold.reason}
              </li>
            ))}
          </ul>
          <p>End each hold first.</p>
        </Notice>
      </Closable>
    );
  return (
    <Closable
      title={title}
      actions={
        <Button look="primary" onClick={() => openAct("deactivate", tenantId)}>
          Suspend it
        </Button>
      }
    >
      <Notice tone="partial" title="It is active">
        Only a suspended tenant can be erased. Suspend it first: its people are then refused and nothing new begins.
      </Notice>
    </Closable>
  );
}

function Confirm({ title, preview }: { title: string; preview: ErasurePreview }) {
  const { tenantId, name } = preview;
  const erase = useTenantsAct(
    ({ erasures }, { reason }: { reason: string }) => erasures.start(tenantId, { name, reason }),
    () => navigate(hrefTo(PLACES.erasures.path)),
  );
  return (
    <FormDialog
      title={title}
      description="There is no way back. Nothing has been deleted yet."
      fields={{
        reason: lines("Reason", {
          required: true,
          length: TEXT_LIMITS.erasureReason,
          hint: "Only its SHA-256 is kept, in the certificate and the logs: keep the text yourself.",
        }),
      }}
      typed={name}
      act="Erase the tenant"
      by={erase}
      failed="Nothing has been deleted."
      onSend={({ reason }) => erase.mutate({ reason })}
      onClose={closeAct}
    >
      <Counts preview={preview} />
      <Stays />
    </FormDialog>
  );
}

function Counts({ preview: { documents, bytes, snapshots, fileKeys, rows, rowsTotal } }: { preview: ErasurePreview }) {
  const tables = Object.entries(rows).toSorted(([, a], [, b]) => b - a);
  return (
    <section aria-label="What is deleted">
      <h3 className="font-medium">What is deleted</h3>
      <Facts>
        <Fact term="At once">
          {fileKeys === 0
            ? "no key: its originals are not encrypted with one"
            : `${formatCount(fileKeys, "key")} of its originals, which nobody can then read`}
        </Fact>
        <Fact term="Then, by jobs">its files: originals and everything made of them</Fact>
        <Fact term="Documents">
          {documents.toLocaleString()}, {formatBytes(bytes)} of originals
        </Fact>
        <Fact term="Snapshots">{snapshots.toLocaleString()}</Fact>
        <Fact term="At the end">
          <details>
            <summary className="target cursor-pointer">
              {formatCount(rowsTotal, "row")} in {formatCount(tables.length, "table")}, the audit log too
            </summary>
            <ul aria-label="Rows by table" className="text-xs text-muted">
              {tables.map(([table, count]) => (
                <li key={table} className="flex justify-between gap-3">
                  <span className="min-w-0 break-words">{table.replaceAll("_", " ")}</span>
                  <span className="tabular-nums">{count.toLocaleString()}</span>
                </li>
              ))}
            </ul>
          </details>
        </Fact>
      </Facts>
    </section>
  );
}

function Stays() {
  return (
    <section aria-label="What stays">
      <h3 className="font-medium">What stays</h3>
      <ul className="list-disc ps-5">
        <li>backups of the database and of the files, until you delete them</li>
        <li>what has left: audit entries, checkpoints, webhooks, mails, downloads, text that models were sent</li>
        <li>the accounts with which its people sign in</li>
        <li>log files, and the log of the deployment, which names the tenant by its id</li>
        <li>guidance that it brought in for packs of all tenants</li>
        <li>the certificate: its name, these counts, hashes, who erased it and when</li>
      </ul>
    </section>
  );
}
