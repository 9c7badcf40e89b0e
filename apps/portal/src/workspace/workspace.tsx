import { SkeletonList } from "@assay/ui";

export default function Workspace() {
  return <SkeletonList label="Loading" />;
}
