// Puts the viewer, our page and the viewer's licences into dist.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { precompressFolder } from "../../../packages/site/build/precompress.mjs";
import { readNotice } from "../../../scripts/read-notice.mjs";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
const VIEWER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const { version } = JSON.parse(await readFile(join(VIEWER, "package.json"), "utf8"));

// Served as lasting: the version is in the address.
const files = `_astro/${version}`;
await rm(DIST, { recursive: true, force: true });
await mkdir(join(DIST, files), { recursive: true });
for (const file of ["swagger-ui-bundle.js", "swagger-ui.css"]) await cp(join(VIEWER, file), join(DIST, files, file));
for (const file of ["show.js", "page.css"]) await cp(join(ROOT, "src", file), join(DIST, file));
const page = await readFile(join(ROOT, "src/index.html"), "utf8");
await writeFile(join(DIST, "index.html"), page.replaceAll("{files}", files));
await cp(join(ROOT, "src/404.html"), join(DIST, "404.html"));
await cp(join(ROOT, "../../packages/site/public"), DIST, { recursive: true });
const bundled = await readFile(join(VIEWER, "swagger-ui-bundle.js.LICENSE.txt"), "utf8");
await writeFile(join(DIST, "third-party-notices.txt"), `${readNotice(VIEWER).text}\n\n${bundled}`);
await precompressFolder(DIST);
