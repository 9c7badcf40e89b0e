export {
  abandonIngestionFile,
  createFileIngestion,
  createUrlIngestion,
  ingestionFileKey,
  prepareIngestionFile,
} from "./create-ingestion.ts";
export { getIngestion, listIngestions, listPassages } from "./read-ingestions.ts";
