import type { Exception } from "@assay/client";
import { labelOfKind } from "@assay/site/exception-kind";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { formatPeriod } from "@assay/site/period";
import { Fact, Facts } from "@assay/ui";

/** All that is recorded of an exception. */
export function ExceptionFacts({ exception }: { exception: Exception }) {
  const { validFrom: from, validUntil: to, scope, compensatingControl, documentId } = exception;
  return (
    <Facts className="rounded-lg border border-line px-4 py-1.5">
      <Fact term="Kind">{labelOfKind(exception.kind)}</Fact>
      <Fact term="Valid">{formatPeriod({ from, to })}, first and last day included</Fact>
      <Fact term="Reason">
        <Written text={exception.reason} />
      </Fact>
      {scope && (
        <Fact term="Limited to">
          <Written text={scope} />
        </Fact>
      )}
      {compensatingControl && (
        <Fact term="Done instead">
          <Written text={compensatingControl} />
        </Fact>
      )}
      <Fact term="Owner">{exception.ownerName ?? exception.ownerId}</Fact>
      <Fact term="Proposed">
        {exception.proposedByName ?? exception.proposedBy}, {formatDateTime(exception.createdAt)}
      </Fact>
      {exception.approvedAt && (
        <Fact term="Approved">
          {exception.approvedByName ?? exception.approvedBy}, {formatDateTime(exception.approvedAt)}
        </Fact>
      )}
      {exception.revokedAt && (
        <Fact term="Revoked">
          {exception.revokedByName ?? exception.revokedBy}, {formatDateTime(exception.revokedAt)}
          {exception.revokeReason && <Written text={exception.revokeReason} />}
        </Fact>
      )}
      {documentId && (
        <Fact term="Document">
          <Link href={`${BASE}/documents?document=${documentId}`} className="text-accent underline underline-offset-2">
            Open the document
          </Link>
        </Fact>
      )}
    </Facts>
  );
}

function Written({ text }: { text: string }) {
  return (
    <bdi className="block break-words whitespace-pre-line" dir="auto">
      {text}
    </bdi>
  );
}
