import { Link } from "@assay/site/link";
import { hasRole, useSession } from "@assay/site/use-session";
import { classNames } from "@assay/ui";
import {
  BookOpenCheck,
  Building2,
  ClipboardCheck,
  Eye,
  FileX,
  Gauge,
  History,
  House,
  KeyRound,
  Library,
  LogIn,
  type LucideIcon,
  Scale,
  ScrollText,
  Send,
  Settings2,
  SlidersHorizontal,
  Users,
  Webhook,
} from "lucide-react";
import { PLACES, type PlaceName } from "./places.ts";
import { hrefTo } from "./tenant.ts";

interface Group {
  readonly name: string;
  readonly places: readonly { readonly place: PlaceName; readonly icon: LucideIcon }[];
}

const GROUPS: readonly Group[] = [
  {
    name: "Service",
    places: [
      { place: "home", icon: House },
      { place: "runs", icon: History },
    ],
  },
  {
    name: "Requirements and evidence",
    places: [
      { place: "packs", icon: BookOpenCheck },
      { place: "failedDocuments", icon: FileX },
    ],
  },
  {
    name: "People and proof",
    places: [
      { place: "members", icon: Users },
      { place: "singleSignOn", icon: LogIn },
      { place: "reviewers", icon: ClipboardCheck },
      { place: "goldenSet", icon: Scale },
      { place: "apiKeys", icon: KeyRound },
      { place: "webhooks", icon: Webhook },
      { place: "audit", icon: ScrollText },
      { place: "accessRecords", icon: Eye },
      { place: "residency", icon: Send },
    ],
  },
  {
    name: "Shared by all tenants",
    places: [
      { place: "corpus", icon: Library },
      { place: "engine", icon: SlidersHorizontal },
      { place: "deployment", icon: Gauge },
      { place: "tenants", icon: Building2 },
      { place: "settings", icon: Settings2 },
    ],
  },
];

/** The places by what they are about. What the role does not reach is omitted. */
export function Navigation({ open, path }: { open: boolean; path: string }) {
  const { data: session } = useSession();
  return (
    <nav
      id="places"
      aria-label="Places"
      className={classNames(
        "flex-col gap-4 overflow-y-auto border-line bg-sunken p-2 md:flex md:w-52 md:shrink-0 md:border-e",
        open ? "absolute inset-x-0 top-12 bottom-0 z-30 flex" : "hidden",
      )}
    >
      {GROUPS.map(({ name, places }) => ({
        name,
        shown: places.filter(({ place }) => session && hasRole(session, PLACES[place].least)),
      }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ name, shown }) => (
          <section key={name} aria-label={name} className="flex flex-col gap-0.5">
            <h2 className="px-2 pt-1 pb-1 text-xs font-medium text-muted">{name}</h2>
            {shown.map(({ place, icon: Icon }) => (
              <Link
                key={place}
                href={hrefTo(PLACES[place].path)}
                aria-current={isHere(PLACES[place].path, path) ? "page" : undefined}
                className="target flex h-8 items-center gap-2 rounded-md px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-text"
              >
                <Icon size={15} aria-hidden className="shrink-0" />
                {PLACES[place].title}
              </Link>
            ))}
          </section>
        ))}
    </nav>
  );
}

function isHere(place: string, path: string): boolean {
  return place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`);
}
