// `node scripts/plan-release.mjs v1.2.3`: the notes of a release from the changelog, and whether the SDK goes to npm.
import { appendFileSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Throws when the tag, the versions in the tree and the changelog do not agree. */
export function planRelease(tag, { changelog, apiVersion, client, changesets = [] }) {
  const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(tag)?.[1];
  if (!version) throw new Error(`Cannot release '${tag}': a tag is a version such as v1.2.3`);
  if (changesets.length > 0)
    throw new Error(
      `Cannot release ${tag} because .changeset still has ${changesets.join(", ")}: run npm run changeset -- version first`,
    );
  if (apiVersion !== version)
    throw new Error(
      `Cannot release ${tag} because apps/api/package.json says ${apiVersion}: set it to ${version} first`,
    );
  if (client && client.private !== true && client.version !== version)
    throw new Error(
      `Cannot release ${tag} because packages/client/package.json says ${client.version}: set it to ${version}`,
    );
  const lines = changelog.split("\n");
  const from = lines.findIndex((line) => line.startsWith(`## ${version}`) || line.startsWith(`## [${version}]`));
  if (from < 0) throw new Error(`Cannot release ${tag} because CHANGELOG.md has no section '## ${version}'`);
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => line.startsWith("## "));
  const notes = rest
    .slice(0, to < 0 ? undefined : to)
    .join("\n")
    .trim();
  if (notes === "") throw new Error(`Cannot release ${tag} because its section of CHANGELOG.md is empty`);
  return { notes, publishClient: client !== undefined && client.private !== true };
}

if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, "..");
  const read = (path) => readFileSync(join(root, path), "utf8");
  const clientPath = "packages/client/package.json";
  try {
    const { notes, publishClient } = planRelease(process.argv[2] ?? "", {
      changelog: read("CHANGELOG.md"),
      apiVersion: JSON.parse(read("apps/api/package.json")).version,
      changesets: globSync("*.md", { cwd: join(root, ".changeset") }),
      client: existsSync(join(root, clientPath)) ? JSON.parse(read(clientPath)) : undefined,
    });
    writeFileSync("release-notes.md", `${notes}\n`);
    if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `publish-client=${publishClient}\n`);
    console.log(`publish-client=${publishClient}\n\n${notes}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
