export {
  abandonIngestionFile,
  createFileIngestion,
  createUrlIngestion,
  ingestionFileKey,
  prepareIngestionFile,
} from "./create-ingestion.ts";
export type { IngestionServices } from "./ingestion-stage.ts";
export * from "./ingestion-stages.ts";
export { getIngestion, listIngestions, listPassages } from "./read-ingestions.ts";
