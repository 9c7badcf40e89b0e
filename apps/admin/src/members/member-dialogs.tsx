import type { Member } from "@assay/client/admin";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { closeAct, useAct } from "../lists/use-act.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

const ACTS = ["invite", "role", "password", "remove"] as const;

/** The dialog that the address names, for a member that the list shows. */
export function MemberDialogs({ members }: { members: readonly Member[] }) {
  const act = useAct(ACTS);
  const { data: session } = useTenantSession();
  const listed = members.find(({ userId }) => userId === act?.on);
  const isLastAdmin = useIsLastAdmin(listed);
  if (!act || !session) return null;
  if (act.name === "invite") return <InviteDialog session={session} onClose={closeAct} />;
  if (!listed) return null;
  const props = { member: listed, isMe: listed.userId === session.actorId, isLastAdmin, onClose: closeAct };
  switch (act.name) {
    case "role":
      return <RoleDialog key={listed.userId} {...props} ownRole={session.role} />;
    case "password":
      return <PasswordDialog key={listed.userId} {...props} session={session} />;
    case "remove":
      return <RemoveDialog key={listed.userId} {...props} />;
    default:
      return act.name satisfies never;
  }
}

function useIsLastAdmin(member: Member | undefined): boolean {
  const { data } = useTenantQuery({
    key: ["members", "administrators"],
    load: ({ admin }, options) => admin.members.list({ role: "ADMIN", ...options }).page({ limit: 2 }),
    enabled: member?.role === "ADMIN",
  });
  return member?.role === "ADMIN" && data?.items.length === 1;
}
