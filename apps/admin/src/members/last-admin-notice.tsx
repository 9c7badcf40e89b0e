import { Notice } from "@assay/ui";

export function LastAdminNotice({ isMe }: { isMe: boolean }) {
  return (
    <Notice tone="partial" title={isMe ? "You are the last administrator" : "This is the last administrator"}>
      A tenant must always have one. Give another member the role Administrator first.
    </Notice>
  );
}
