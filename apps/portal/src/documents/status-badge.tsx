import type { Document, DocumentStatus } from "@assay/client";
import { Badge, type Tone } from "@assay/ui";

const LOOKS: Readonly<Record<DocumentStatus, { tone: Tone; label: string }>> = {
  UPLOADED: { tone: "active", label: "Waiting" },
  EXTRACTED: { tone: "active", label: "Read" },
  PARSED: { tone: "active", label: "Split" },
  INDEXED: { tone: "active", label: "Indexed" },
  READY: { tone: "complete", label: "Ready" },
  FAILED: { tone: "missing", label: "Failed" },
};

export const stateOf = (status: DocumentStatus) => LOOKS[status];

export const statusLabel = (status: DocumentStatus): string => LOOKS[status].label;

export function StatusBadge({ status }: Pick<Document, "status">) {
  return <Badge {...LOOKS[status]} />;
}
