import { followTabs } from "@assay/site/follow-tabs";
import { NotFound } from "@assay/site/not-found";
import { Site } from "@assay/site/site";
import { findPlace } from "./find-place.ts";
import { PLACES } from "./places.ts";
import { Shell } from "./shell.tsx";
import { hrefTo } from "./tenant.ts";
import { VIEWS } from "./views.ts";

followTabs(["tenant", "session"]);

const NOT_FOUND = { title: "Not found", Component: NoView };

export default function Console() {
  return <Site findView={findView} Shell={Shell} />;
}

function findView(path: string) {
  const place = findPlace(path);
  return place ? { title: PLACES[place.name].title, Component: VIEWS[place.name] } : NOT_FOUND;
}

function NoView() {
  return <NotFound href={hrefTo("/")} way="Go to the console's home" />;
}
