import type { Manifest, RunDetails } from "../../generated/types.ts";
import { sha256Hex } from "../../verify/canonical-json.ts";
import type { Connection } from "../access/connect.ts";
import { defineCommand } from "../command.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { FORCE, OUTPUT, writeOutput } from "../write-output.ts";

const FORMATS = ["json", "csv", "xlsx", "oscal", "snapshot", "chunks", "manifests"] as const;
type Format = (typeof FORMATS)[number];

interface Made {
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** What the service says that the SHA-256 is; null for what is made here. */
  readonly sha256: string | null;
}

export const exportRun = defineCommand({
  name: "export",
  group: "proof",
  summary: "Save the results, the snapshot or the cited texts of a run",
  details: [
    "json, csv, xlsx and oscal are the files that the run made; snapshot, chunks (the cited texts) and manifests (of synced sources) are for `assay verify`. The command fails where the hash is not the one that the service names.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    format: { type: "string", value: "<format>", choices: FORMATS, says: "Default json." },
    output: OUTPUT,
    force: FORCE,
  },
  examples: [
    { command: "assay export --format xlsx", does: "The newest run as a spreadsheet" },
    { command: "assay export --format snapshot --output snapshot.json", does: "What `assay verify` checks" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { format = "json", output, force = false } = options;
    if (output === "-" && format === "xlsx" && terminal.stdout.isTTY)
      throw usageError("A spreadsheet is not written to a terminal", "Leave out --output, or pipe it.");
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const made = await load(connection, run, format, signal);
    const sha256 = await sha256Hex(made.bytes);
    if (made.sha256 !== null && made.sha256 !== sha256)
      throw new CommandError("CHECK_FAILED", `The file has the hash ${sha256}, the service names ${made.sha256}`);
    const path = output ?? made.filename;
    await writeOutput(terminal, made.bytes, { path, force });
    if (path === "-") return undefined;
    if (terminal.json) terminal.printJson({ path, sizeBytes: made.bytes.length, sha256, runId: run.id });
    else terminal.print(terminal.isInteractive ? `Saved ${path}, SHA-256 ${sha256}` : `${path}\t${sha256}`);
    return undefined;
  },
});

async function load(connection: Connection, run: RunDetails, format: Format, signal: AbortSignal): Promise<Made> {
  const { assay } = connection;
  if (format === "chunks") return loadChunks(connection, run, signal);
  if (format === "manifests") return loadManifests(connection, run, signal);
  if (format === "snapshot") {
    const response = await assay.runs.snapshot(run.id, { signal });
    const sha256 = (response.headers.get("ETag") ?? "").replace(/^W\//, "").replaceAll('"', "");
    return { filename: `snapshot-${run.id}.json`, bytes: new Uint8Array(await response.arrayBuffer()), sha256 };
  }
  const found = (await assay.runs.exports(run.id, { signal })).find((each) => each.format === format);
  if (!found) throw new CommandError("SERVICE", `The run has no export as ${format}: it is ${run.status}`);
  const response = await assay.runs.download(run.id, found.id, { signal });
  return {
    // A name, never a path: what the service says decides no folder.
    filename: found.filename.replace(/^.*[\\/]/, ""),
    bytes: new Uint8Array(await response.arrayBuffer()),
    sha256: found.sha256Hash,
  };
}

/** The cited chunks, of documents that are still there. */
async function loadChunks({ assay }: Connection, run: RunDetails, signal: AbortSignal): Promise<Made> {
  const cited = (await assay.runs.assessments(run.id, { signal })).flatMap(({ citations }) => citations);
  const wanted = new Set(cited.map(({ chunkId }) => chunkId));
  const chunks: { id: string; documentId: string; content: string }[] = [];
  for (const documentId of new Set(cited.map((citation) => citation.documentId)))
    for await (const { id, content } of assay.documents.chunks(documentId, { signal }))
      if (wanted.has(id)) chunks.push({ id, documentId, content });
  return toFile(run, { chunks });
}

/** All manifests of the sources that the run pins one of, the newest first. */
async function loadManifests({ assay }: Connection, run: RunDetails, signal: AbortSignal): Promise<Made> {
  const { manifests: pinned = [] } = await assay.runs.configuration(run.id, { signal });
  const manifests: Manifest[] = [];
  for (const { source } of pinned)
    for await (const each of assay.sources.manifests(source, { limit: 200, signal })) manifests.push(each);
  return toFile(run, { manifests });
}

function toFile({ id }: RunDetails, content: Readonly<Record<string, unknown>>): Made {
  const text = JSON.stringify({ runId: id, ...content }, null, 2);
  const [name] = Object.keys(content);
  return { filename: `${name}-${id}.json`, bytes: new TextEncoder().encode(`${text}\n`), sha256: null };
}
