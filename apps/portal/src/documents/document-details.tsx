import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describeSignature } from "../reading/describe-signature.ts";
import { describeCoverage } from "./describe-coverage.ts";
import { describeEncoding } from "./encoding/encodings.ts";
import { describeEvidenceKind } from "./evidence-kind.ts";
import { formatDay, isPast, isReviewDue } from "./format-day.ts";
import { describeLeaving } from "./is-evidence.ts";
import { nameOf } from "./name-of.ts";
import { nameOwner, type OwnerNames, useOwnerNames } from "./owner-names.ts";
import { documentQuery } from "./queries.ts";
import { titleOfWarning } from "./reading-warnings.ts";
import { hasVersions } from "./versions/has-versions.ts";

/** What is known of a document, folded away below it. */
export function DocumentDetails({ documentId }: { documentId: string }) {
  const { data: document } = useQuery(documentQuery(documentId));
  const owners = useOwnerNames(document?.ownerId != null);
  if (!document) return null;
  return (
    <details className="shrink-0 border-t border-line bg-surface text-sm">
      <summary className="target px-3 py-2 font-medium">Details</summary>
      <dl className="grid max-h-72 grid-cols-[max-content_1fr] gap-x-4 gap-y-1 overflow-auto px-3 pb-3">
        {factsOf(document, owners).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function factsOf(document: Document, owners: OwnerNames): [name: string, value: ReactNode][] {
  const { coverage, category, effectiveDate, expiresAt, sha256Hash, originalFilename, encoding, signatures } = document;
  const { ownerId, reviewBy } = document;
  const read = describeCoverage(document);
  const all: [string, ReactNode][] = [
    ["File", nameOf(document) !== originalFilename && <bdi key="file">{originalFilename}</bdi>],
    ["Later runs", describeLeaving(document)],
    [
      "Place",
      document.places.length > 0 && (
        <ul key="places">
          {document.places.map(({ source, path }) => (
            <li key={`${source} ${path}`}>
              <bdi>{source}</bdi>: <bdi>{path}</bdi>
            </li>
          ))}
        </ul>
      ),
    ],
    [
      "Versions",
      hasVersions(document) && (
        <Link
          key="versions"
          href={`${BASE}/documents/versions?document=${document.id}`}
          className="text-accent underline underline-offset-2"
        >
          Compare with the version before
        </Link>
      ),
    ],
    ["Kind of evidence", !isContainer(document.fileType) && describeEvidenceKind(document)],
    ["Category", category && <bdi>{category}</bdi>],
    ["Effective from", effectiveDate && formatDay(effectiveDate)],
    ["Expires on", expiresAt && `${formatDay(expiresAt)}${isPast(expiresAt) ? ", which has passed" : ""}`],
    ["Owner", ownerId && <bdi key="owner">{nameOwner(owners, ownerId)}</bdi>],
    ["Review by", reviewBy && `${formatDay(reviewBy)}${isReviewDue(reviewBy) ? ", which is due" : ""}`],
    ["Coverage", read],
    [
      "Text",
      coverage && `${coverage.characters.toLocaleString()} characters in ${coverage.chunks.toLocaleString()} passages`,
    ],
    [
      "Not read",
      coverage && coverage.warnings.length > 0 && (
        <ul key="warnings">
          {coverage.warnings.map((warning) => (
            <li key={`${warning.code} ${warning.message}`} dir="auto">
              {titleOfWarning(warning)}. {warning.message}
            </li>
          ))}
        </ul>
      ),
    ],
    ["Encoding", encoding && describeEncoding(encoding)],
    [
      "Signatures",
      signatures.length > 0 && (
        <ul key="signatures">
          {signatures.map((signature) => (
            <li key={`${signature.signer} ${signature.signedAt}`} dir="auto">
              {describeSignature(signature)} Trust is not judged.
            </li>
          ))}
        </ul>
      ),
    ],
    ["Uploaded", formatDateTime(document.uploadedAt)],
    ["Text extracted", document.extractedAt && formatDateTime(document.extractedAt)],
    ["Split into passages", document.parsedAt && formatDateTime(document.parsedAt)],
    ["Indexed", document.indexedAt && formatDateTime(document.indexedAt)],
    ["Ready", document.readyAt && formatDateTime(document.readyAt)],
    [
      "SHA-256",
      <code key="hash" className="text-xs break-all select-all">
        {sha256Hash}
      </code>,
    ],
  ];
  return all.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false);
}
