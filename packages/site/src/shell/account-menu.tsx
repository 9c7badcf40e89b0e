import { Menu, type MenuProps } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, Building2, Download, KeyRound, LogOut, MonitorSmartphone, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { BASE } from "../router/location.ts";
import { storedSession } from "../session/auth.ts";
import { leave } from "../session/leave.ts";
import { siteConfig } from "../session/site-config.ts";
import { hasRole, ROLE_NAMES, useSession } from "../session/use-session.ts";
import { dialogOnDemand } from "./dialog-on-demand.tsx";

const SessionsDialog = dialogOnDemand(() => import("../session/sessions-dialog.tsx"));
const FactorsDialog = dialogOnDemand(() => import("../session/factors-dialog.tsx"));
const OwnDataDialog = dialogOnDemand(() => import("../session/own-data-dialog.tsx"));
const TenantDialog = dialogOnDemand(() => import("../session/tenant-dialog.tsx"));
const ChangePasswordDialog = dialogOnDemand(() => import("../session/change-password-dialog.tsx"));

/** Loaded when it is first opened, and open from the start. */
export default function AccountMenu({ trigger }: Pick<MenuProps, "trigger">) {
  const { data: session } = useSession();
  const other = useOtherSite();
  const [dialog, setDialog] = useState<"password" | "factors" | "sessions" | "data" | "tenant">();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        trigger={trigger}
        defaultOpen
        heading={
          <>
            <p className="truncate font-medium text-text">{storedSession()?.email}</p>
            {session && <p>{ROLE_NAMES[session.role]}</p>}
            {session && <p className="max-w-64 truncate">{session.tenant.name}</p>}
          </>
        }
        items={[
          ...(other
            ? [
                {
                  label: other.label,
                  icon: <ArrowUpRight size={14} aria-hidden />,
                  onSelect: () => location.assign(other.href),
                },
              ]
            : []),
          ...(session && session.tenants.length > 1
            ? [
                {
                  label: "Change tenant",
                  icon: <Building2 size={14} aria-hidden />,
                  onSelect: () => setDialog("tenant"),
                },
              ]
            : []),
          { label: "Change password", icon: <KeyRound size={14} aria-hidden />, onSelect: () => setDialog("password") },
          { label: "Second factor", icon: <ShieldCheck size={14} aria-hidden />, onSelect: () => setDialog("factors") },
          {
            label: "Sessions",
            icon: <MonitorSmartphone size={14} aria-hidden />,
            onSelect: () => setDialog("sessions"),
          },
          { label: "My data", icon: <Download size={14} aria-hidden />, onSelect: () => setDialog("data") },
          { label: "Sign out", icon: <LogOut size={14} aria-hidden />, onSelect: () => void leave() },
        ]}
      />
      {dialog === "password" && <ChangePasswordDialog onClose={close} />}
      {dialog === "factors" && <FactorsDialog onClose={close} />}
      {dialog === "tenant" && <TenantDialog onClose={close} />}
      {dialog === "data" && <OwnDataDialog onClose={close} />}
      {dialog === "sessions" && <SessionsDialog onClose={close} />}
    </>
  );
}

/** The way from the portal to the console, for whom it is, and back. */
function useOtherSite() {
  const { data: session } = useSession();
  const { data: config } = useQuery({ queryKey: ["site-config"], queryFn: siteConfig });
  if (!config?.sites || !session) return null;
  if (isHere(config.sites.admin)) return { label: "Portal", href: config.sites.portal };
  return hasRole(session, "ADMIN") ? { label: "Admin console", href: config.sites.admin } : null;
}

function isHere(href: string): boolean {
  const { origin, pathname } = new URL(href, location.origin);
  return origin === location.origin && pathname.replace(/\/$/, "") === BASE;
}
