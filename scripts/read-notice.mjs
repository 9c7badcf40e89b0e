// The notice of one package of a third party: what its licence asks to be passed on with it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TEXTS = /^(licen[cs]e|copying|notice)/i;
const README = /^readme/i;
/** Where a package without a file of its own names one of these, the licence's own text is in. */
const STANDARD = {
  MIT: join(import.meta.dirname, "licences/MIT.txt"),
  ISC: join(import.meta.dirname, "licences/ISC.txt"),
  "Apache-2.0": join(import.meta.dirname, "../LICENSE"),
};

/** Returns name, version, licence and texts of the package in `folder`. Throws where there is no text. */
export function readNotice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const read = (file) => readFileSync(join(folder, file), "utf8").trim();
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
  const own = files.filter((file) => TEXTS.test(file)).map(read);
  const texts = own.length > 0 ? own : [inReadme(files.filter((file) => README.test(file)).map(read))];
  if (!texts[0]) {
    if (!STANDARD[license] || !existsSync(STANDARD[license]))
      throw new Error(
        `Cannot write the notice of '${name}' because it contains no licence text: its licence is '${license}'; put that text into scripts/licences and scripts/read-notice.mjs`,
      );
    const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
    texts[0] = `Copyright (c) ${holder}\n\n${readFileSync(STANDARD[license], "utf8").trim()}`;
  }
  return { name, version, text: `${name} ${version}, ${license}\n\n${texts.join("\n\n")}` };
}

/** Some packages state their licence at the end of the README only. */
function inReadme(readmes) {
  return readmes
    .map((text) => /^#+\s*licen[cs]e\b[\s\S]*$/im.exec(text)?.[0])
    .find((section) => section?.includes("hereby granted"));
}
