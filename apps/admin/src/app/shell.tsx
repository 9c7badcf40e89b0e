import { Link } from "@assay/site/link";
import { usePath } from "@assay/site/location";
import { OfflineBanner } from "@assay/site/offline-banner";
import { SkipLink } from "@assay/site/skip-link";
import { ThemeButton } from "@assay/site/theme-button";
import { UserMenu } from "@assay/site/user-menu";
import { IconButton } from "@assay/ui";
import { Menu as MenuIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Allowed } from "./allowed.tsx";
import { findPlace } from "./find-place.ts";
import { Navigation } from "./navigation.tsx";
import { PLACES } from "./places.ts";
import { hrefTo } from "./tenant.ts";
import { TenantBanner } from "./tenant-banner.tsx";
import { TenantSwitcher } from "./tenant-switcher.tsx";

/** The frame of every view: whose data it is above, the places at the side, on a phone behind a button. */
export function Shell({ children }: { children: ReactNode }) {
  const path = usePath();
  const place = findPlace(path);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link closes the places
  useEffect(() => setOpen(false), [path]);
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
        <span className="md:hidden">
          <IconButton
            label={open ? "Close the menu" : "Places"}
            aria-expanded={open}
            aria-controls="places"
            icon={open ? <X size={18} aria-hidden /> : <MenuIcon size={18} aria-hidden />}
            onClick={() => setOpen(!open)}
          />
        </span>
        <Link
          href={hrefTo("/")}
          className="flex shrink-0 items-center gap-2 rounded-md text-sm font-semibold"
          aria-label="Assay console, home"
        >
          <img src={`${import.meta.env.BASE_URL}/icon.svg`} alt="" width={22} height={22} />
          <span className="hidden sm:inline">Console</span>
        </Link>
        <TenantSwitcher />
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <ThemeButton />
          <UserMenu />
        </div>
      </header>
      <TenantBanner />
      <OfflineBanner />
      <div className="flex min-h-0 flex-1">
        <Navigation open={open} path={path} />
        <main id="main" tabIndex={-1} className="min-h-0 min-w-0 flex-1 overflow-hidden bg-surface outline-none">
          {place ? (
            <Allowed least={PLACES[place.name].least} title={PLACES[place.name].title}>
              {children}
            </Allowed>
          ) : (
            children
          )}
        </main>
      </div>
    </div>
  );
}
