import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bundleService } from "./bundle-service.ts";
import { PROGRAMS } from "./programs.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const OUT = at("../dist");

await rm(OUT, { recursive: true, force: true });
await bundleService(PROGRAMS, OUT);
