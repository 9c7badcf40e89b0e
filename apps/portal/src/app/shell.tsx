import { Link } from "@assay/site/link";
import { BASE, usePath } from "@assay/site/location";
import { OfflineBanner } from "@assay/site/offline-banner";
import { SkipLink } from "@assay/site/skip-link";
import { ThemeButton } from "@assay/site/theme-button";
import { useSession } from "@assay/site/use-session";
import { UserMenu } from "@assay/site/user-menu";
import { classNames } from "@assay/ui";
import type { ReactNode } from "react";
import { MentionsLink } from "../comments/mentions-link.tsx";
import { SearchButton } from "../search/search-button.tsx";
import { KeyboardButton } from "./keyboard-button.tsx";
import { VIEWS } from "./views.ts";

const PLACES = Object.entries(VIEWS).flatMap(([path, { title, icon }]) => (icon ? { path, title, icon } : []));

/** The frame of every view behind the sign-in: the places above, below where the header has no room for them. */
export function Shell({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
        <Link
          href={BASE}
          className="flex shrink-0 items-center gap-2 rounded-md font-semibold"
          aria-label="Assay, assessments"
        >
          <img src={`${BASE}/icon.svg`} alt="" width={22} height={22} />
        </Link>
        <p className="min-w-16 truncate text-sm font-medium sm:max-w-56" title={session?.tenant.name}>
          {session?.tenant.name ?? "\u00a0"}
        </p>
        <Places className="ml-4 hidden shrink-0 gap-1 lg:flex" />
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <SearchButton />
          <MentionsLink />
          <KeyboardButton />
          <ThemeButton />
          <UserMenu />
        </div>
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-hidden outline-none">
        {children}
      </main>
      <Places
        className="flex h-14 shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
        below
      />
    </div>
  );
}

function Places({ className, below = false }: { className: string; below?: boolean }) {
  const path = usePath();
  const isHere = (place: string) => (place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`));
  return (
    <nav aria-label="Places" className={className}>
      {PLACES.map(({ path: place, title, icon: Icon }) => (
        <Link
          key={place}
          href={place === "/" ? BASE : `${BASE}${place}`}
          aria-current={isHere(place) ? "page" : undefined}
          className={classNames(
            "flex items-center text-muted transition-colors hover:text-text",
            below
              ? "flex-1 flex-col justify-center gap-0.5 text-xs aria-[current]:text-accent"
              : "gap-1.5 rounded-md px-2.5 py-1 text-sm font-medium hover:bg-hover aria-[current]:bg-hover aria-[current]:text-text",
          )}
        >
          <Icon size={below ? 18 : 14} aria-hidden />
          {title}
        </Link>
      ))}
    </nav>
  );
}
