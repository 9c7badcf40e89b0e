import { followTabs } from "@assay/site/follow-tabs";
import { BASE } from "@assay/site/location";
import { NotFound } from "@assay/site/not-found";
import { Site } from "@assay/site/site";
import Workspace from "../workspace/workspace.tsx";
import "./take-secret.ts";
import { Shell } from "./shell.tsx";
import { VIEWS } from "./views.ts";

followTabs(["tasks", "documents", "runs", "reviews", "exceptions", "comments"]);

const NOT_FOUND = { title: "Not found", Component: NoView };

export default function Portal() {
  return <Site findView={findView} Shell={Shell} />;
}

function findView(path: string) {
  const view = VIEWS[path];
  return view ? { title: view.title, Component: view.Component ?? Workspace, isOpen: view.isOpen } : NOT_FOUND;
}

function NoView() {
  return <NotFound href={BASE} way="Go to the assessments" />;
}
