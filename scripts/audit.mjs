// `npm run audit`: fails where a production dependency has a known vulnerability that is high or critical.
// It is apart from `npm run check`: an advisory that was published today must not fail a change of something else.
import { spawnSync } from "node:child_process";
import { ROOT } from "./toolchain.mjs";

const SEVERE = new Set(["high", "critical"]);

const audit = spawnSync("pnpm", ["audit", "--prod", "--json"], { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 });
const report = parse(audit.stdout);
if (!report) {
  const reason = `${audit.stderr}${audit.stdout}`.replace(/\s*│?\s+/g, " ").trim();
  const said = `Not checked: the registry gave no list of advisories: ${reason}`;
  console.log(process.env.GITHUB_ACTIONS ? `::warning::${said}` : said);
} else {
  const found = Object.values(report.advisories);
  for (const { severity, module_name, vulnerable_versions, title, url } of found)
    console.log(`${severity}: ${module_name} ${vulnerable_versions}: ${title} (${url})`);
  const severe = found.filter(({ severity }) => SEVERE.has(severity)).length;
  console.log(`${found.length} advisories, ${severe} of them high or critical`);
  process.exitCode = severe > 0 ? 1 : 0;
}

function parse(text) {
  try {
    const value = JSON.parse(text);
    return value.advisories ? value : undefined;
  } catch {
    return undefined;
  }
}
