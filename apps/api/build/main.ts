import { fileURLToPath } from "node:url";
import { bundleService } from "./bundle-service.ts";
import { PROGRAMS } from "./programs.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

await bundleService(PROGRAMS, at("../dist"));
