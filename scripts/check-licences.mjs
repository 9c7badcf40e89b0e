// Every installed package has a licence that lets us ship it, or is named here with the reason why it need not.
import { listPackages, OF_IMAGE } from "./list-packages.mjs";
import { readNotice } from "./read-notice.mjs";

const PERMISSIVE = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Zlib".split(" "),
);

/** Tools that build or test: they are in nothing that is shipped. */
const OF_TOOLS = [
  { name: /^lightningcss(-|$)/, licence: "MPL-2.0", why: "Vite runs it to shorten styles" },
  { name: /^@img\/sharp-libvips-/, licence: "LGPL-3.0-or-later", why: "Astro can resize pictures with it" },
  { name: /^argparse$/, licence: "PSF-2.0", why: "the linter of the API document reads its rules with it" },
  { name: /^axe-core$/, licence: "MPL-2.0", why: "the browser suites run it in the page under test" },
];

/** Licences whose name in package.json says less than their text. */
const READ_BY_HAND = [
  { name: /^combine-errors$/, licence: "Unknown", why: "its readme says MIT" },
  { name: /^duck$/, licence: "BSD", why: "its text is BSD-2-Clause" },
  { name: /^fast-sha256$/, licence: "Unlicense", why: "it is given to the public domain, as by CC0-1.0" },
];

export function checkLicences() {
  const problems = [];
  const all = listPackages(["--recursive"]);
  const ofImage = listPackages(OF_IMAGE);
  for (const { name, licence } of all)
    if (!isPermissive(licence) && !names([...OF_TOOLS, ...READ_BY_HAND], name, licence))
      problems.push(
        `Package '${name}' has the licence '${licence}', which is not permissive: replace it, or name it with the reason in scripts/check-licences.mjs`,
      );
  for (const { name, licence } of ofImage)
    if (names(OF_TOOLS, name, licence))
      problems.push(
        `Package '${name}' (${licence}) is only meant for building: remove it from what apps/api and tools/demo depend on`,
      );
  for (const { name, licence } of [...OF_TOOLS, ...READ_BY_HAND])
    if (!all.some((each) => each.licence === licence && name.test(each.name)))
      problems.push(
        `No package matches ${name} (${licence}) any more: remove the exception in scripts/check-licences.mjs`,
      );
  for (const { folder } of ofImage)
    try {
      readNotice(folder);
    } catch (error) {
      problems.push(error.message);
    }
  for (const problem of problems) console.error(problem);
  return {
    ok: problems.length === 0,
    looked: `${all.length} packages, and the notices of the ${ofImage.length} of the image`,
  };
}

function names(exceptions, name, licence) {
  return exceptions.some((each) => each.licence === licence && each.name.test(name));
}

/** An SPDX expression: one side of each OR, all of each AND. */
function isPermissive(expression) {
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((side) => side.split(" AND ").every((name) => PERMISSIVE.has(name.trim())));
}
