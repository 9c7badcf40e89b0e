import type { Role } from "@assay/client";
import type { Member } from "@assay/client/admin";
import { hasRole } from "@assay/site/use-session";
import { IconButton, Menu, type MenuItem } from "@assay/ui";
import { Download, Ellipsis, KeyRound, UserCog, UserMinus, UserX } from "lucide-react";
import { openAct } from "../lists/use-act.ts";

interface MemberMenuProps {
  member: Member;
  isMe: boolean;
  myRole: Role | undefined;
}

export function MemberMenu({ member: { userId, email, role }, isMe, myRole }: MemberMenuProps) {
  if (!myRole || !hasRole({ role: myRole }, role))
    return <span className="text-xs text-muted">above your own role</span>;
  const items: MenuItem[] = [
    { label: "Change role", icon: <UserCog size={14} aria-hidden />, onSelect: () => openAct("role", userId) },
    ...(isMe
      ? []
      : [{ label: "Reset", icon: <KeyRound size={14} aria-hidden />, onSelect: () => openAct("reset", userId) }]),
    {
      label: isMe ? "Leave this tenant" : "Remove",
      icon: <UserMinus size={14} aria-hidden />,
      danger: true,
      onSelect: () => openAct("remove", userId),
    },
  ];
  if (myRole === "SUPER_ADMIN") items.push(...ofPerson(userId, isMe));
  return (
    <Menu
      trigger={<IconButton label={`More for ${email}`} icon={<Ellipsis size={16} aria-hidden />} />}
      items={items}
    />
  );
}

/** What concerns the person in every tenant. Of oneself, another super administrator does the erasure. */
function ofPerson(userId: string, isMe: boolean): MenuItem[] {
  const data: MenuItem = {
    label: "Export their data",
    icon: <Download size={14} aria-hidden />,
    onSelect: () => openAct("export", userId),
  };
  const erase: MenuItem = {
    label: "Erase the person…",
    icon: <UserX size={14} aria-hidden />,
    danger: true,
    onSelect: () => openAct("erase", userId),
  };
  return isMe ? [] : [data, erase];
}
