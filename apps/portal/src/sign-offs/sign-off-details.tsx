import type { SignOff, SignOffPayload } from "@assay/client";
import { describeSigner } from "@assay/site/describe-signer";
import { formatDateTime } from "@assay/site/format";
import { ROLE_NAMES } from "@assay/site/use-session";
import { ChevronRight } from "lucide-react";
import { describeReviewed } from "./describe-reviewed.ts";

/** Who signed and when, in what words, and over what. */
export function SignOffDetails({ signOff }: { signOff: SignOff }) {
  const payload = JSON.parse(signOff.payload) as SignOffPayload;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <p className="break-words">
        <bdi className="font-medium">{signOff.signerName}</bdi>
        <span className="text-muted">
          , {ROLE_NAMES[signOff.signerRole]}, on{" "}
          <time dateTime={signOff.createdAt} className="tabular-nums">
            {formatDateTime(signOff.createdAt)}
          </time>
        </span>
      </p>
      {payload.version === 2 && signOff.nameSalt === null && (
        <p className="text-xs text-muted">The name was erased. The signature still holds.</p>
      )}
      <p className="border-s-2 border-line-control ps-2 break-words whitespace-pre-line">
        <bdi>{signOff.statement}</bdi>
      </p>
      <p className="text-xs text-muted tabular-nums">{describeReviewed(payload)}</p>
      <p className="text-xs text-muted tabular-nums empty:hidden">{describeSigner(payload)}</p>
      <details className="group text-xs text-muted">
        <summary
          aria-label={`What was signed as ${signOff.role.toLowerCase()} on ${formatDateTime(signOff.createdAt)}`}
          className="target inline-flex items-center gap-1 hover:text-text"
        >
          <ChevronRight size={12} aria-hidden className="transition-transform group-open:rotate-90 print:hidden" />
          What was signed
        </summary>
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          <Hash term="Snapshot" value={payload.snapshotHash} />
          <Hash term="Reviews" value={payload.reviewsHash} />
          <Hash term="Exceptions" value={payload.exceptionsHash} />
          <Hash term="Signature" value={signOff.signature} />
          <Hash term="Key" value={signOff.keyId} />
        </dl>
      </details>
    </div>
  );
}

function Hash({ term, value }: { term: string; value: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <code className="break-all select-all">{value}</code>
      </dd>
    </>
  );
}
