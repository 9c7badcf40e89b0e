import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleService } from "./bundle-service.ts";
import { PROGRAMS } from "./programs.ts";
import { removeOldParts } from "./remove-old-parts.ts";

const OUT = fileURLToPath(new URL("../dist", import.meta.url));

const { made } = await bundleService(PROGRAMS, OUT);
await removeOldParts(
  OUT,
  made.map((path) => basename(path)),
);
