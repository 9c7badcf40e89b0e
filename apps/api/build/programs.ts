import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What `npm run serve` and `npm start` run. */
export const PROGRAMS = { service: at("../src/entry/node.ts"), demo: at("../../../tools/demo/src/start-demo.ts") };
