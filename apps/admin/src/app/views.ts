import { type ComponentType, lazy } from "react";
import Home from "../home/home-view.tsx";
import type { PlaceName } from "./places.ts";

/** What each place shows. Home is part of the first load, the others load when they are first shown. */
export const VIEWS: Readonly<Record<PlaceName, ComponentType>> = {
  home: Home,
  runs: lazy(() => import("../runs/runs-view.tsx")),
  run: lazy(() => import("../run/run-view.tsx")),
  trace: lazy(() => import("../traces/traces-view.tsx")),
};
