import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { PackFormat, PackImport, PackOwner } from "../../generated/admin-types.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { findPack } from "../find-pack.ts";
import { formatCount } from "../format-count.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

const FORMATS = ["assay-json", "csv", "oscal", "ciso-assistant"] as const satisfies readonly PackFormat[];

const OWNERS = { tenant: "TENANT", deployment: "DEPLOYMENT" } as const satisfies Record<string, PackOwner>;

export const packsImport = defineCommand({
  name: "packs import",
  group: "administration",
  summary: "Import requirements as a draft version of a pack, or try it",
  details: [
    "For an administrator, into a pack of the tenant; for a SUPER_ADMIN, of the deployment too. The whole file is imported or nothing. --dry-run shows the values that were derived.",
  ],
  arguments: [
    { name: "file", completes: "file", says: "Assay JSON, CSV, an OSCAL catalogue, or a CISO Assistant library." },
  ],
  options: {
    pack: { type: "string", value: "<name or id>", says: "The pack, where there are several." },
    create: { type: "string", value: "<name>", says: "Import into a new pack of this name." },
    owner: {
      type: "string",
      value: "<owner>",
      choices: ["tenant", "deployment"],
      says: "Of the new pack. By default your tenant, or for a SUPER_ADMIN the deployment.",
    },
    format: { type: "string", value: "<format>", choices: FORMATS, says: "By default found from the file." },
    requirements: {
      type: "string",
      value: "<what>",
      choices: ["controls", "objectives"],
      says: "Of an OSCAL catalogue: what is a requirement.",
    },
    "dry-run": { type: "boolean", says: "Store nothing." },
  },
  examples: [
    { command: "assay packs import checks.csv --dry-run", does: "See what it would make" },
    { command: 'assay packs import catalog.json --create "Our controls"', does: "Import into a new pack" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { pack, create, requirements, "dry-run": dryRun } = options;
    if (create && (pack || dryRun)) throw usageError("--create excludes --pack and --dry-run");
    if (options.owner && !create) throw usageError("--owner needs --create");
    const owner = options.owner && OWNERS[options.owner];
    const file = await readFile(args[0]!, "utf8");
    const format = options.format ?? tellFormat(args[0]!, file);
    const connection = await connect();
    const packId = create
      ? (await connection.admin.packs.create({ name: create, owner }, { signal })).id
      : await findPack(connection, pack, signal);
    const imported = await connection.admin.packs.import(packId, file, { format, requirements, dryRun, signal });
    if (terminal.json) terminal.printJson(imported);
    else printImport(terminal, imported);
    return undefined;
  },
});

function tellFormat(path: string, text: string): PackFormat {
  const extension = extname(path).toLowerCase();
  if (extension === ".csv") return "csv";
  if (extension === ".yaml" || extension === ".yml") return "ciso-assistant";
  try {
    return "catalog" in (JSON.parse(text) as object) ? "oscal" : "assay-json";
  } catch {
    throw usageError(`Cannot tell the format of '${path}'`, `Give --format: one of ${FORMATS.join(", ")}.`);
  }
}

function printImport(
  terminal: Terminal,
  { dryRun, version, criteria, requirementCount, derived, skipped }: PackImport,
) {
  const size = `${formatCount(requirementCount, "requirement")} in ${criteria.length} criteria`;
  terminal.print(
    version ? `Imported version ${version.version} as ${version.status}: ${size}` : `It would make ${size}`,
  );
  for (const { criterionId, criterionTitle, requirementCount: count } of criteria)
    terminal.print(`  ${criterionId} ${toOneLine(criterionTitle)}: ${formatCount(count, "requirement")}`);
  for (const { field, from, count } of derived)
    terminal.print(`  derived: ${formatCount(count, "value")} of ${field}, from ${from}`);
  for (const { id, reason } of skipped) terminal.print(`  left out: ${toOneLine(`${id}: ${reason}`)}`);
  if (dryRun) terminal.note("Nothing was stored.");
  else if (version) terminal.note(`Publish it in the console; its id is ${version.id}.`);
}
