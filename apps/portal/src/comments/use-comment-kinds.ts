import type { CommentKind } from "@assay/client";
import { principal } from "@assay/site/principal";
import { useSession } from "@assay/site/use-session";

const ALL: readonly CommentKind[] = ["COMMENT", "REQUEST"];
const NONE: readonly CommentKind[] = [];

/** What to offer to write: as the link allows, or to who may review. The API decides in the end. */
export function useCommentKinds(): readonly CommentKind[] {
  const { data } = useSession();
  return principal()?.commentKinds ?? (data?.mayReview ? ALL : NONE);
}
