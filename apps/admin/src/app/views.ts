import { type ComponentType, lazy } from "react";
import Home from "../home/home-view.tsx";
import type { PlaceName } from "./places.ts";

/** What each place shows. Home is part of the first load, the others load when they are first shown. */
export const VIEWS: Readonly<Record<PlaceName, ComponentType>> = {
  home: Home,
  runs: lazy(() => import("../runs/runs-view.tsx")),
  run: lazy(() => import("../run/run-view.tsx")),
  trace: lazy(() => import("../traces/traces-view.tsx")),
  packs: lazy(() => import("../packs/packs-view.tsx")),
  pack: lazy(() => import("../packs/pack-view.tsx")),
  packImport: lazy(() => import("../packs/import-view.tsx")),
  packVersion: lazy(() => import("../packs/version-view.tsx")),
  packBind: lazy(() => import("../packs/bind-view.tsx")),
  corpus: lazy(() => import("../corpus/corpus-view.tsx")),
  corpusActivate: lazy(() => import("../corpus/activate-view.tsx")),
  ingestion: lazy(() => import("../corpus/ingestion-view.tsx")),
  engine: lazy(() => import("../engine/engine-view.tsx")),
  engineNew: lazy(() => import("../engine/new-version-view.tsx")),
  engineMetrics: lazy(() => import("../engine/metrics-view.tsx")),
  failedDocuments: lazy(() => import("../failed-documents/failed-documents-view.tsx")),
  members: lazy(() => import("../members/members-view.tsx")),
  singleSignOn: lazy(() => import("../single-sign-on/single-sign-on-view.tsx")),
  reviewers: lazy(() => import("../reviewers/reviewers-view.tsx")),
  goldenSet: lazy(() => import("../golden-set/golden-set-view.tsx")),
  apiKeys: lazy(() => import("../api-keys/api-keys-view.tsx")),
  webhooks: lazy(() => import("../webhooks/webhooks-view.tsx")),
  webhook: lazy(() => import("../webhooks/webhook-view.tsx")),
  audit: lazy(() => import("../audit/audit-view.tsx")),
  runStory: lazy(() => import("../audit/run-story-view.tsx")),
  accessRecords: lazy(() => import("../access-records/access-records-view.tsx")),
  deployment: lazy(() => import("../deployment/deployment-view.tsx")),
  deploymentLog: lazy(() => import("../deployment/deployment-log-view.tsx")),
  erasures: lazy(() => import("../erasures/erasures-view.tsx")),
  residency: lazy(() => import("../residency/residency-view.tsx")),
  tenants: lazy(() => import("../tenants/tenants-view.tsx")),
  settings: lazy(() => import("../settings/settings-view.tsx")),
};
