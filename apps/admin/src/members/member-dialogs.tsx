import type { Member } from "@assay/client/admin";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { closeAct, useActOf } from "../lists/use-act.ts";
import { ErasePersonDialog } from "./erase-person-dialog.tsx";
import { ExportPersonDialog } from "./export-person-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

const DIALOGS = {
  role: RoleDialog,
  remove: RemoveDialog,
  reset: ResetDialog,
  invite: InviteDialog,
  export: ExportPersonDialog,
  erase: ErasePersonDialog,
};

/** The dialog that the address names, for a member that the list shows. */
export function MemberDialogs({ members }: { members: readonly Member[] }) {
  const act = useActOf(DIALOGS);
  const { data: session } = useTenantSession();
  const member = members.find(({ userId }) => userId === act?.on);
  const isLastAdmin = useIsLastAdmin(member);
  if (!act || !session) return null;
  if (act.name === "invite") return <InviteDialog session={session} onClose={closeAct} />;
  if (!member) return null;
  const isMe = member.userId === session.actorId;
  return <act.Dialog key={member.userId} {...{ member, isMe, isLastAdmin, session }} onClose={closeAct} />;
}

function useIsLastAdmin(member: Member | undefined): boolean {
  const { data } = useTenantQuery({
    key: ["members", "administrators"],
    load: ({ admin }, options) => admin.members.list({ role: "ADMIN", ...options }).page({ limit: 2 }),
    enabled: member?.role === "ADMIN",
  });
  return member?.role === "ADMIN" && data?.items.length === 1;
}
