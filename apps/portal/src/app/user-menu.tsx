import { IconButton, Menu } from "@assay/ui";
import { CircleUser, LogOut } from "lucide-react";
import { signOut, storedSession } from "../session/auth.ts";
import { queryClient } from "../session/query-client.ts";
import { useSession } from "../session/use-session.ts";
import { BASE, navigate } from "./location.ts";

const ROLE_NAMES = { VIEWER: "Viewer", MEMBER: "Member", ADMIN: "Administrator", SUPER_ADMIN: "Super administrator" };

export function UserMenu() {
  const { data: session } = useSession();
  const leave = async () => {
    await signOut();
    queryClient.clear();
    navigate(`${BASE}/sign-in`, { replace: true });
  };
  return (
    <Menu
      trigger={<IconButton label="Account" icon={<CircleUser size={18} aria-hidden />} />}
      heading={
        <>
          <p className="truncate font-medium text-text">{storedSession()?.email}</p>
          {session && <p>{ROLE_NAMES[session.role]}</p>}
        </>
      }
      items={[{ label: "Sign out", icon: <LogOut size={14} aria-hidden />, onSelect: () => void leave() }]}
    />
  );
}
