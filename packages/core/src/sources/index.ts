export { closeSync, type SourceServices } from "./close-sync.ts";
export { listSources } from "./list-sources.ts";
export { planSync, type SyncPlan } from "./plan-sync.ts";
export { getManifest, listManifests, type ReadManifest } from "./read-manifests.ts";
