import { type Assay, AssayApiError, type Document, type DocumentCorrection } from "@assay/client";
import { formatCount } from "@assay/site/format";

/** What can be done to several documents at once. */
export type BulkKind = "edit" | "retire" | "restore" | "delete";

export interface BulkAct {
  readonly title: (count: number) => string;
  readonly done: string;
  readonly explained?: string;
  /** What takes it back. */
  readonly undo?: BulkKind;
}

const documents = (count: number) => formatCount(count, "document");

export const BULK_ACTS: Readonly<Record<BulkKind, BulkAct>> = {
  edit: { title: (count) => `Change ${documents(count)}`, done: "changed" },
  retire: {
    title: (count) => `Retire ${documents(count)}`,
    done: "retired",
    explained: "Later runs leave them out. Past runs stay as they are, and you can restore them.",
    undo: "restore",
  },
  restore: {
    title: (count) => `Restore ${documents(count)}`,
    done: "restored",
    explained:
      "Later runs judge them again, at the places that they left last. A newer version at such a place makes way.",
  },
  delete: {
    title: (count) => `Delete ${documents(count)}`,
    done: "deleted",
    explained:
      "Their stored files and texts are removed, with all that came out of archives among them. Past runs stay as they are. This cannot be undone.",
  },
};

export interface BulkValues {
  readonly correction?: DocumentCorrection;
  readonly reason?: string;
}

/** Does it to one document. */
export async function applyAct(
  assay: Assay,
  kind: BulkKind,
  { id }: Document,
  { correction = {}, reason }: BulkValues,
): Promise<void> {
  switch (kind) {
    case "edit":
      return void (await assay.documents.edit(id, correction));
    case "retire":
      return void (await assay.documents.retire(id));
    case "restore":
      return void (await assay.documents.restore(id));
    case "delete":
      return assay.documents.delete(id, { reason }).catch((error: unknown) => {
        // Gone already, such as with the archive that it came out of.
        if (!(error instanceof AssayApiError && error.code === "NOT_FOUND")) throw error;
      });
    default:
      return kind satisfies never;
  }
}
