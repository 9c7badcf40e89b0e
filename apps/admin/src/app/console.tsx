import { followTabs } from "@assay/site/follow-tabs";
import { Link } from "@assay/site/link";
import { Site } from "@assay/site/site";
import { EmptyState } from "@assay/ui";
import { Compass } from "lucide-react";
import { findPlace } from "./find-place.ts";
import { PLACES } from "./places.ts";
import { Shell } from "./shell.tsx";
import { hrefTo } from "./tenant.ts";
import { VIEWS } from "./views.ts";

followTabs(["tenant", "session"]);

const NOT_FOUND = { title: "Not found", Component: NotFound };

export default function Console() {
  return <Site findView={findView} Shell={Shell} />;
}

function findView(path: string) {
  const place = findPlace(path);
  return place ? { title: PLACES[place.name].title, Component: VIEWS[place.name] } : NOT_FOUND;
}

function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<Compass size={24} aria-hidden />}
        title="There is no such page"
        action={
          <Link href={hrefTo("/")} className="text-accent underline">
            Go to the console's home
          </Link>
        }
      />
    </>
  );
}
