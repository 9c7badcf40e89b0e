import { type ComponentType, lazy } from "react";

interface View {
  title: string;
  Component: ComponentType;
}

/** Every view by its path; each loads when it is first shown. */
export const VIEWS: Readonly<Record<string, View>> = {
  "/": { title: "Assessments", Component: lazy(() => import("../workspace/workspace.tsx")) },
  "/documents": { title: "Documents", Component: lazy(() => import("../documents/documents-view.tsx")) },
  "/runs": { title: "Runs", Component: lazy(() => import("../runs/runs-view.tsx")) },
  "/runs/compare": { title: "Compare runs", Component: lazy(() => import("../runs/compare/compare-view.tsx")) },
  "/tasks": { title: "Tasks", Component: lazy(() => import("../tasks/tasks-view.tsx")) },
};
