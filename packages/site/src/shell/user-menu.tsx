import { IconButton } from "@assay/ui";
import { CircleUser } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const AccountMenu = lazy(() => import("./account-menu.tsx"));

export function UserMenu() {
  const [wanted, setWanted] = useState(false);
  const icon = <CircleUser size={18} aria-hidden />;
  const closed = (
    <IconButton
      label="Account"
      icon={icon}
      aria-haspopup="menu"
      aria-expanded={wanted}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <AccountMenu trigger={<IconButton label="Account" icon={icon} />} />
    </Suspense>
  );
}
