import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What `npm run serve` and `npm start` run. */
export const PROGRAMS = { service: at("../src/entry/node.ts"), demo: at("../../../tools/demo/src/start-demo.ts") };

/**
 * What any program of the service starts in addition to itself: processes that read files, images and packs and compute models.
 */
export const CHILDREN = {
  reader: at("../../../packages/reader/src/child/main.ts"),
  "ocr-engine": at("../../../packages/reader/src/ocr/child/main.ts"),
  models: at("../../../packages/models/src/process/child/main.ts"),
  "pack-reader": at("../../../packages/embedded/src/packs/child/main.ts"),
};
