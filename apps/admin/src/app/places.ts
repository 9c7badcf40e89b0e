import type { Role } from "@assay/client";

export interface Place {
  /** Below the base; `:name` represents one part of it. */
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
  packs: { path: "/packs", title: "Packs", least: "ADMIN" },
  pack: { path: "/packs/:packId", title: "Pack", least: "ADMIN" },
  packImport: { path: "/packs/:packId/import", title: "Import a version", least: "ADMIN" },
  packVersion: { path: "/packs/:packId/versions/:versionId", title: "Version of a pack", least: "ADMIN" },
  packBind: { path: "/packs/:packId/versions/:versionId/bind", title: "Bind tenants", least: "ADMIN" },
  corpus: { path: "/corpus", title: "Guidance", least: "SUPER_ADMIN" },
  corpusActivate: { path: "/corpus/activate", title: "Activate guidance", least: "SUPER_ADMIN" },
  ingestion: { path: "/corpus/:ingestionId", title: "Guidance", least: "SUPER_ADMIN" },
  engine: { path: "/engine", title: "Engine versions", least: "SUPER_ADMIN" },
  engineNew: { path: "/engine/new", title: "New engine version", least: "SUPER_ADMIN" },
  engineMetrics: { path: "/engine/:versionId/metrics", title: "Metrics of an engine version", least: "SUPER_ADMIN" },
  failedDocuments: { path: "/failed-documents", title: "Failed documents", least: "ADMIN" },
  members: { path: "/members", title: "Members", least: "ADMIN" },
  singleSignOn: { path: "/single-sign-on", title: "Single sign-on", least: "ADMIN" },
  reviewers: { path: "/reviewers", title: "Reviewers", least: "ADMIN" },
  goldenSet: { path: "/golden-set", title: "Reviews as a measure", least: "ADMIN" },
  apiKeys: { path: "/api-keys", title: "API keys", least: "ADMIN" },
  webhooks: { path: "/webhooks", title: "Webhooks", least: "ADMIN" },
  webhook: { path: "/webhooks/:webhookId", title: "Webhook", least: "ADMIN" },
  audit: { path: "/audit", title: "Audit log", least: "ADMIN" },
  runStory: { path: "/audit/runs/:runId", title: "Story of a run", least: "ADMIN" },
  accessRecords: { path: "/access-records", title: "Who read what", least: "ADMIN" },
  deployment: { path: "/deployment", title: "Deployment", least: "SUPER_ADMIN" },
  deploymentLog: { path: "/deployment/log", title: "Log of the deployment", least: "SUPER_ADMIN" },
  erasures: { path: "/deployment/erasures", title: "Erased tenants", least: "SUPER_ADMIN" },
  residency: { path: "/residency", title: "Where text goes", least: "ADMIN" },
  tenants: { path: "/tenants", title: "Tenants", least: "SUPER_ADMIN" },
  settings: { path: "/settings", title: "Settings", least: "ADMIN" },
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;
