import { originalPath } from "./original-path.ts";
import type { OscalSource } from "./oscal-source.ts";
import { prop, toLine } from "./oscal-text.ts";
import type { UuidOf } from "./uuid-of.ts";

/** The documents as resources, each with its SHA-256; `originals/` is there where the package was asked for with them. */
export function documentResources(documents: OscalSource["documents"], uuidOf: UuidOf) {
  return Promise.all(
    documents.map(async (document) => ({
      uuid: await uuidOf(`document/${document.documentId}`),
      title: toLine(document.originalFilename),
      props: [
        { name: "type", value: "evidence" },
        ...prop("document-id", document.documentId),
        ...prop("evidence-kind", document.evidenceKind),
        ...prop("effective-from", document.effectiveDate),
        ...prop("effective-to", document.expiresAt),
        ...prop("judged", document.judged ? "yes" : (document.reason ?? "no")),
      ],
      rlinks: [
        {
          href: originalPath(document.sha256Hash, document.originalFilename),
          hashes: [{ algorithm: "SHA-256", value: document.sha256Hash }],
        },
      ],
    })),
  );
}
