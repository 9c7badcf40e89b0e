import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
/** Packages whose parts travel as styles and fonts, which the bundler does not count as modules. */
const STYLES = ["tailwindcss", "@fontsource-variable/geist"];
const FROM = ["../package.json", "../../ui/package.json"].map((path) => createRequire(new URL(path, import.meta.url)));

/** Puts the licences of everything that the site is built from beside it, as their terms ask. */
export function notices() {
  return {
    name: "notices",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
      const folders = new Set([...modules.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []), ...STYLES.map(folderOf)]);
      const texts = [...folders].map(noticeOf).sort();
      this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source: [...new Set(texts)].join("\n\n") });
    },
  };
}

function folderOf(name) {
  for (const require of FROM)
    try {
      return dirname(require.resolve(`${name}/package.json`));
    } catch {}
  throw new Error(`Cannot find the licence of '${name}': it must be installed for packages/site or packages/ui`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${name} ${version}, ${license}\n\n${text}`;
}
