export { closeSync, type SourceServices } from "./close-sync.ts";
export { listSources } from "./list-sources.ts";
export { type PlanLimits, planSync, type SyncPlan } from "./plan-sync.ts";
export { getManifest, listManifests, type ReadManifest } from "./read-manifests.ts";
export { rememberRefusal } from "./remember-refusal.ts";
