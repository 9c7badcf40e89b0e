import type { Session } from "@assay/client";
import type { Member } from "@assay/client/admin";

export interface MemberDialogProps {
  member: Member;
  isMe: boolean;
  /** The tenant would have no administrator without them. */
  isLastAdmin: boolean;
  session: Session;
  onClose: () => void;
}
