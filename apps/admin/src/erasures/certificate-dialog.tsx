import type { DeletionCertificate, DeletionStatement, Erasure } from "@assay/client/admin";
import { ErrorPanel, messageOf } from "@assay/site/error-panel";
import { formatCount, formatMoment } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { saveJson } from "@assay/site/save-file";
import { Button, CopyText, Dialog, Fact, Facts, SkeletonList } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { clientsOf } from "../app/tenant.ts";
import { useNameOf } from "./holds-dialog.tsx";
import { useCertificate } from "./use-erasures.ts";

/** What was signed of a deletion, what it does not cover, and both files that a check takes. */
export default function CertificateDialog({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const certificate = useCertificate(erasure.id);
  const file = `deletion-${erasure.tenantId}.json`;
  const keys = useMutation({
    mutationFn: async () => saveJson({ keys: await (await clientsOf(undefined)).admin.audit.keys() }, "keys.json"),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Certificate of deletion of ${erasure.tenantName}`}
      actions={
        <>
          <Button busy={keys.isPending} onClick={() => keys.mutate()}>
            Download the keys
          </Button>
          <Button
            look="primary"
            icon={<Download size={14} aria-hidden />}
            disabled={!certificate.data}
            onClick={() => void saveJson(certificate.data, file)}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {certificate.data ? (
          <Statement certificate={certificate.data} />
        ) : certificate.error ? (
          <ErrorPanel
            title="The certificate cannot be read"
            error={certificate.error}
            onRetry={() => void certificate.refetch()}
          />
        ) : (
          <SkeletonList label="Loading the certificate" rows={6} />
        )}
        <p className="text-muted">
          Anybody checks it without this service:{" "}
          <code className="break-all">assay verify {file} --keys keys.json</code>
        </p>
        <p role="alert" className="text-missing empty:hidden">
          {keys.error && `The keys cannot be downloaded. ${messageOf(keys.error)}.`}
        </p>
      </div>
    </Dialog>
  );
}

function Statement({ certificate: { payload, keyId } }: { certificate: DeletionCertificate }) {
  const { requestedBy, requestedAt, finishedAt, deleted, hashes, notCovered } = JSON.parse(
    payload,
  ) as DeletionStatement;
  const nameOf = useNameOf();
  return (
    <>
      <Facts>
        <Fact term="Started">
          {formatMoment(requestedAt)} by {nameOf(requestedBy)}
        </Fact>
        <Fact term="Finished">{formatMoment(finishedAt)}</Fact>
        <Fact term="Documents">
          {deleted.documents.count.toLocaleString()}, {formatBytes(deleted.documents.bytes)} of originals
        </Fact>
        <Fact term="Files">
          {deleted.files.toLocaleString()}
          {deleted.uploadParts > 0 && `, and ${formatCount(deleted.uploadParts, "part")} of uploads`}
        </Fact>
        <Fact term="Keys destroyed">{deleted.fileKeys.length.toLocaleString()}</Fact>
        <Fact term="Rows">
          {deleted.rowsTotal.toLocaleString()} in {formatCount(Object.keys(deleted.rows).length, "table")}
        </Fact>
        <Fact term="Hashes">
          of {formatCount(hashes.snapshots.length, "snapshot")} and of the last of{" "}
          {formatCount(hashes.auditHead.sequence, "audit entry", "audit entries")}
        </Fact>
        <Fact term="Signed with key">
          <CopyText text={keyId} what="the key's id" />
        </Fact>
      </Facts>
      <section aria-label="What it does not cover">
        <h3 className="font-medium">What it does not cover</h3>
        <ul className="list-disc ps-5">
          {notCovered.other.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className="mt-2">
          {notCovered.backups.length === 0
            ? "The deployment has recorded no backup. One that was made in another way is not listed."
            : `Recorded backups: ${notCovered.backups.map(({ takenAt }) => formatMoment(takenAt)).join(", ")}.`}
        </p>
      </section>
    </>
  );
}
