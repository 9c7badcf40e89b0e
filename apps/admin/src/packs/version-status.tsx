import type { CriteriaVersion } from "@assay/client/admin";
import { Badge } from "@assay/ui";

const LOOKS = {
  DRAFT: { tone: "partial", label: "Draft" },
  PUBLISHED: { tone: "complete", label: "Published" },
} as const;

export function VersionStatus({ status }: Pick<CriteriaVersion, "status">) {
  return <Badge {...LOOKS[status]} />;
}
