import { Menu, type MenuProps } from "@assay/ui";
import { KeyRound, LogOut } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { BASE, navigate } from "./location.ts";
import { signOut, storedSession } from "./session/auth.ts";
import { queryClient } from "./session/query-client.ts";
import { useSession } from "./session/use-session.ts";

const ChangePasswordDialog = lazy(() => import("./session/change-password-dialog.tsx"));

const ROLE_NAMES = { VIEWER: "Viewer", MEMBER: "Member", ADMIN: "Administrator", SUPER_ADMIN: "Super administrator" };

/** Loaded when it is first opened, and open from the start. */
export default function AccountMenu({ trigger }: Pick<MenuProps, "trigger">) {
  const { data: session } = useSession();
  const [changing, setChanging] = useState(false);
  const leave = async () => {
    await signOut();
    queryClient.clear();
    navigate(`${BASE}/sign-in`, { replace: true });
  };
  return (
    <>
      <Menu
        trigger={trigger}
        defaultOpen
        heading={
          <>
            <p className="truncate font-medium text-text">{storedSession()?.email}</p>
            {session && <p>{ROLE_NAMES[session.role]}</p>}
          </>
        }
        items={[
          { label: "Change password", icon: <KeyRound size={14} aria-hidden />, onSelect: () => setChanging(true) },
          { label: "Sign out", icon: <LogOut size={14} aria-hidden />, onSelect: () => void leave() },
        ]}
      />
      {changing && (
        <Suspense fallback={null}>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
