// `npm run notices`: writes the licences of all packages of third parties that the container image holds. Each site's
// build writes its own (packages/site/build/notices.mjs), as it alone knows what it has bundled.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listPackages, OF_IMAGE } from "./list-packages.mjs";
import { readNotice } from "./read-notice.mjs";
import { ROOT } from "./toolchain.mjs";

const FILE = "third-party-notices.txt";
const notices = listPackages(OF_IMAGE).map(({ folder }) => readNotice(folder).text);
writeFileSync(join(ROOT, FILE), `${[...new Set(notices)].sort().join("\n\n\n")}\n`);
console.log(`Wrote the notices of ${notices.length} packages to ${FILE}`);
