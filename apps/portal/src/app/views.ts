import { FileText, ListChecks, type LucideIcon, PanelsTopLeft, Play, ShieldCheck } from "lucide-react";
import { type ComponentType, lazy } from "react";

interface View {
  title: string;
  /** Loads when it is first shown; that of `/` is part of the first load, by portal.tsx. */
  Component?: ComponentType;
  /** Of a place of the navigation. */
  icon?: LucideIcon;
  /** Shown without a sign-in and without the frame. */
  isOpen?: boolean;
}

/** Every view by its path; those with an icon are the navigation, in this order. The pages are made from it too. */
export const VIEWS: Readonly<Record<string, View>> = {
  "/": { title: "Assessments", icon: PanelsTopLeft },
  "/documents": {
    title: "Documents",
    icon: FileText,
    Component: lazy(() => import("../documents/documents-view.tsx")),
  },
  "/documents/sources": { title: "Sources", Component: lazy(() => import("../sources/sources-view.tsx")) },
  "/documents/versions": {
    title: "Versions",
    Component: lazy(() => import("../documents/versions/versions-view.tsx")),
  },
  "/runs": { title: "Runs", icon: Play, Component: lazy(() => import("../runs/runs-view.tsx")) },
  "/runs/compare": { title: "Compare runs", Component: lazy(() => import("../runs/compare/compare-view.tsx")) },
  "/audit": {
    title: "Auditor's view",
    Component: lazy(() => import("../auditor/auditor-view.tsx")),
    isOpen: true,
  },
  "/invitation": {
    title: "Invitation",
    Component: lazy(() => import("../invitation/invitation-view.tsx")),
    isOpen: true,
  },
  "/reset": {
    title: "New password",
    Component: lazy(() => import("../reset/reset-view.tsx")),
    isOpen: true,
  },
  "/connect": { title: "Connect an application", Component: lazy(() => import("../connect/connect-view.tsx")) },
  "/mentions": { title: "Mentions", Component: lazy(() => import("../comments/mentions-view.tsx")) },
  "/tasks": { title: "Tasks", icon: ListChecks, Component: lazy(() => import("../tasks/tasks-view.tsx")) },
  "/exceptions": {
    title: "Exceptions",
    icon: ShieldCheck,
    Component: lazy(() => import("../exceptions/exceptions-view.tsx")),
  },
};
