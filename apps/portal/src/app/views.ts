import { type ComponentType, lazy } from "react";
import Workspace from "../workspace/workspace.tsx";

interface View {
  title: string;
  Component: ComponentType;
}

/** Every view by its path. The first is part of the first load, the others load when they are first shown. */
export const VIEWS: Readonly<Record<string, View>> = {
  "/": { title: "Assessments", Component: Workspace },
  "/documents": { title: "Documents", Component: lazy(() => import("../documents/documents-view.tsx")) },
  "/runs": { title: "Runs", Component: lazy(() => import("../runs/runs-view.tsx")) },
  "/runs/compare": { title: "Compare runs", Component: lazy(() => import("../runs/compare/compare-view.tsx")) },
  "/tasks": { title: "Tasks", Component: lazy(() => import("../tasks/tasks-view.tsx")) },
};
