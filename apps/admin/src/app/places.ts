import type { Role } from "@assay/client";

export interface Place {
  /** Below the base; `:name` stands for one part of it. */
  readonly path: string;
  readonly title: string;
  /** The role that it takes. */
  readonly least: Role;
}

/** Every place of the console, in the order of the navigation. */
export const PLACES = {
  home: { path: "/", title: "Home", least: "ADMIN" },
  runs: { path: "/runs", title: "Runs", least: "ADMIN" },
  run: { path: "/runs/:runId", title: "Run", least: "ADMIN" },
  trace: { path: "/traces/:runId", title: "Trace", least: "ADMIN" },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;
