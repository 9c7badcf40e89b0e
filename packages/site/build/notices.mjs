import { createRequire } from "node:module";
import { dirname } from "node:path";
import { readNotice } from "../../../scripts/read-notice.mjs";

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
/** Packages whose parts travel as styles and fonts, which the bundler does not count as modules. */
const TYPEFACE = "@fontsource-variable/geist";
const STYLES = ["tailwindcss", TYPEFACE];
const FROM = ["../package.json", "../../ui/package.json"].map((path) => createRequire(new URL(path, import.meta.url)));

/**
 * Puts the licences of everything that the site is built from next to it: of its modules, and of the folders that `also`
 * names. Throws where a package has no licence text.
 */
export function notices({ also = STYLES.map(folderOf) } = {}) {
  return {
    name: "notices",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? Object.keys(file.modules) : file.originalFileNames,
      );
      const folders = new Set([...parts.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []), ...also]);
      const texts = [...folders].map((folder) => readNotice(folder).text).sort();
      this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source: [...new Set(texts)].join("\n\n") });
    },
  };
}

/** The folder of the typeface that all our sites use. */
export const typefaceFolder = () => folderOf(TYPEFACE);

function folderOf(name) {
  for (const require of FROM)
    try {
      return dirname(require.resolve(`${name}/package.json`));
    } catch {}
  throw new Error(`Cannot find the licence of '${name}': it must be installed for packages/site or packages/ui`);
}
