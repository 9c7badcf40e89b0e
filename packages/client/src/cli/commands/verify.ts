import { readFile } from "node:fs/promises";
import { readCertificate } from "../../verify/certificate.ts";
import {
  type ChunkText,
  type SignedManifest,
  type SignOffListVerification,
  SNAPSHOT_CHECKS,
  type Snapshot,
  type SnapshotVerification,
  verifySnapshot,
} from "../../verify/index.ts";
import { defineCommand } from "../command.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printChecks } from "../verify/print-checks.ts";
import { printSignOffs } from "../verify/print-sign-offs.ts";
import { readServiceList } from "../verify/read-service-list.ts";
import { readAndVerifySignOffs, readKeys } from "../verify/read-sign-offs.ts";
import { verifyCertificate } from "../verify/verify-certificate-file.ts";
import { isPackage, verifyPackageFile } from "../verify/verify-package-file.ts";

const SIGNED_FIX = "Save the list with `assay sign-offs --output`, and pass it with --sign-offs and --keys.";
export const verify = defineCommand({
  name: "verify",
  group: "proof",
  summary: "Check a package, snapshot or certificate of deletion, without the service",
  details: [
    "It says which points are proved: with --hash, from the audit log or the portal, that the service captured this file; with --chunks that the quotes are in the texts; with --manifests and --keys what sources had.",
    "With --sign-offs also who signed this snapshot, in which order and with which keys. Save the keys from /.well-known/assay-checkpoint-keys.json of the service on a day on which you trust it.",
  ],
  arguments: [
    {
      name: "file",
      completes: "file",
      says: "A package, what `assay export --format snapshot` saved, or a certificate of deletion.",
    },
  ],
  options: {
    hash: { type: "string", value: "<sha-256>", says: "The snapshot's hash, from elsewhere." },
    chunks: {
      type: "string",
      value: "<file>",
      completes: "file",
      says: "What `assay export --format chunks` saved.",
    },
    manifests: {
      type: "string",
      value: "<file>",
      completes: "file",
      says: "What `assay export --format manifests` saved.",
    },
    "sign-offs": {
      type: "string",
      value: "<file>",
      completes: "file",
      says: "The run's signatures, as the portal saves them. Needs --keys.",
    },
    reviews: {
      type: "string",
      value: "<file>",
      completes: "file",
      says: "The run's reviews, as `assay reviews --output` saves them: are they those that were signed? Needs --sign-offs.",
    },
    keys: { type: "string", value: "<file>", completes: "file", says: "The public keys of the service." },
    "require-signed": { type: "boolean", says: "Fail with 7 where no signature is active, an empty list included." },
    "require-keys": { type: "boolean", says: "Of a package or certificate: fail with 7 without --keys." },
  },
  examples: [
    { command: "assay verify package.zip --keys keys.json", does: "Is the package whole, and whose is it?" },
    { command: "assay verify snapshot.json --hash 9f2c…", does: "Is it the one that was captured?" },
    { command: "assay verify snapshot.json --chunks chunks.json", does: "Do the quotes lie in the texts?" },
    {
      command: "assay verify snapshot.json --sign-offs sign-offs.json --keys keys.json",
      does: "Who signed it?",
    },
  ],
  async run({ args, options, terminal }) {
    if (await isPackage(args[0]!)) return verifyPackageFile(terminal, args[0]!, options);
    const chunks = options.chunks === undefined ? undefined : await readChunks(options.chunks);
    const bytes = await readFile(args[0]!);
    const certificate = readCertificate(bytes);
    if (certificate) return verifyCertificate(terminal, certificate, options);
    const given = { hash: options.hash, chunks, ...(await readManifests(options)) };
    const verification = await verifySnapshot(bytes, given).catch((error: unknown) => {
      if (error instanceof TypeError) throw usageError(toOneLine(error.message));
      throw error;
    });
    const { exceptions = [], assessments } = JSON.parse(new TextDecoder().decode(bytes)) as Snapshot;
    const requirementIds = assessments.map(({ requirementId }) => requirementId);
    const signed = { snapshotHash: verification.hash, exceptions, requirementIds };
    const signOffs = await readAndVerifySignOffs(options, signed);
    if (terminal.json) terminal.printJson({ ...verification, ...(signOffs && { signOffs }) });
    else print(terminal, verification, signOffs);
    if (!verification.valid) return "CHECK_FAILED";
    if (signOffs?.valid === false) return "SIGNATURE_INVALID";
    if (!options["require-signed"] || signOffs?.signedAs) return undefined;
    throw new CommandError("UNSIGNED", "No signature of this snapshot is active", SIGNED_FIX);
  },
});

async function readManifests({ manifests, keys }: { readonly manifests?: string; readonly keys?: string }) {
  if (manifests === undefined) return {};
  return {
    manifests: await readServiceList<SignedManifest>(manifests, "manifests", ["payload", "signature", "keyId"]),
    ...(keys !== undefined && { keys: await readKeys(keys) }),
  };
}

async function readChunks(path: string): Promise<ChunkText[]> {
  const text = await readFile(path, "utf8");
  try {
    const value = JSON.parse(text) as ChunkText[] | { chunks: ChunkText[] };
    const chunks = Array.isArray(value) ? value : value.chunks;
    if (chunks.every(({ id, content }) => typeof id === "string" && typeof content === "string")) return chunks;
  } catch {
    // What it is not is said below, for both reasons.
  }
  throw usageError(`Cannot read '${path}': it must be what \`assay export --format chunks\` saves`);
}

function print(
  terminal: Terminal,
  snapshot: SnapshotVerification,
  signOffs: SignOffListVerification | undefined,
): void {
  printVerification(terminal, snapshot);
  if (signOffs) printSignOffs(terminal, signOffs);
}

function printVerification(
  terminal: Terminal,
  { valid, hash, format, runId, manifests = [], checks }: SnapshotVerification,
): void {
  terminal.print(`Run ${toOneLine(runId)}, ${format}`);
  terminal.print(`SHA-256 ${hash}`);
  for (const { source, manifestId, sha256, closedAt } of manifests)
    terminal.print(toOneLine(`Source ${source} as of ${closedAt}: manifest ${manifestId}, SHA-256 ${sha256}`));
  printChecks(terminal, checks, SNAPSHOT_CHECKS);
  const unproved = checks.filter(({ result }) => result === "NOT_PROVED").length;
  if (!valid) terminal.print("The snapshot is NOT valid.");
  else if (unproved > 0)
    terminal.print(`Nothing contradicts the snapshot; ${formatCount(unproved, "point")} not proved.`);
  else terminal.print("Everything is proved.");
}
