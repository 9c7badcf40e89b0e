import { realpathSync } from "node:fs";
import { join } from "node:path";

/** What the pages and their search hold, next to the modules that the bundler counts. */
const OF_STARLIGHT = ["@astrojs/starlight", "astro-expressive-code", "pagefind", "@pagefind/default-ui"];

/** Returns the folders of the packages that are in the built site and in no list of the bundler. */
export function bundledFolders() {
  const starlight = realpathSync(join(import.meta.dirname, "../node_modules/@astrojs/starlight"));
  return OF_STARLIGHT.map((name) => realpathSync(join(starlight, "../..", name)));
}
