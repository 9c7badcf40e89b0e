import { readFile } from "node:fs/promises";
import type { AuditResumption, AuditVerification, KeptCheckpoint } from "../../generated/admin-types.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ReadWitnessed, readWitnessed } from "../witness/read-witnessed.ts";

export const auditVerify = defineCommand({
  name: "audit verify",
  group: "administration",
  summary: "Recompute the chain of the audit log, and check its checkpoints",
  details: [
    "For an administrator. Also checks whether the chain still contains a checkpoint that you kept, or an entry.",
  ],
  options: {
    checkpoint: { type: "string", value: "<file>", completes: "file", says: "A checkpoint that you kept, as JSON." },
    witness: {
      type: "string",
      value: "<file>",
      completes: "file",
      says: "A tenant's file of a witness: its newest checkpoint is compared. With --witness-key.",
    },
    "witness-key": { type: "string", value: "<key>", says: "The witness's public key, as it prints at its start." },
    sequence: { type: "string", value: "<number>", says: "With --hash: an entry that you kept." },
    hash: { type: "string", value: "<sha-256>", says: "The hash of that entry." },
  },
  examples: [
    { command: "assay audit verify", does: "The whole chain" },
    { command: "assay audit verify --checkpoint kept.json", does: "Also against what you kept" },
    { command: "assay audit verify --witness kept.jsonl --witness-key <key>", does: "Against what a witness cosigned" },
  ],
  async run({ options, terminal, signal, connect }) {
    const witnessed = await readCosigned(options);
    const kept = witnessed ? witnessed.kept.at(-1) : await readKept(options);
    const { admin } = await connect();
    const verification = await admin.audit.verify(kept, { signal });
    if (terminal.json) terminal.printJson(witnessed ? { ...verification, forged: witnessed.forged } : verification);
    else printVerification(terminal, verification);
    if (witnessed && !terminal.json) printWitnessed(terminal, witnessed);
    return verification.valid && !witnessed?.forged.length ? undefined : "CHECK_FAILED";
  },
});

async function readKept({ checkpoint, sequence, hash }: { checkpoint?: string; sequence?: string; hash?: string }) {
  if (checkpoint !== undefined) {
    if (sequence !== undefined || hash !== undefined) throw usageError("--checkpoint excludes --sequence and --hash");
    return readCheckpoint(checkpoint);
  }
  if ((sequence === undefined) !== (hash === undefined)) throw usageError("--sequence and --hash belong together");
  if (sequence === undefined || hash === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(sequence)) throw usageError(`--sequence cannot be '${sequence}': it is a whole number`);
  return { sequence: Number(sequence), hash };
}

interface WitnessOptions {
  readonly witness?: string;
  readonly "witness-key"?: string;
  readonly checkpoint?: string;
  readonly sequence?: string;
  readonly hash?: string;
}

async function readCosigned(options: WitnessOptions): Promise<ReadWitnessed | undefined> {
  const { witness, "witness-key": key, checkpoint, sequence, hash } = options;
  if ((witness === undefined) !== (key === undefined)) throw usageError("--witness and --witness-key belong together");
  if (witness === undefined || key === undefined) return undefined;
  if ([checkpoint, sequence, hash].some((each) => each !== undefined))
    throw usageError("--witness excludes --checkpoint, --sequence and --hash");
  return readWitnessed(witness, key);
}

function printWitnessed(terminal: Terminal, { kept, forged }: ReadWitnessed): void {
  const { statement, witnessedAt } = kept.at(-1)!;
  for (const sequence of forged) terminal.print(`Checkpoint of entry ${sequence}: NOT cosigned by this witness`);
  if (forged.length === 0)
    terminal.print(
      `${formatCount(kept.length, "checkpoint")} cosigned by the witness, the last of entry ${statement.sequence} at ${toOneLine(witnessedAt)}`,
    );
}

async function readCheckpoint(path: string): Promise<KeptCheckpoint> {
  const text = await readFile(path, "utf8");
  try {
    const { statement, keyId, signature } = JSON.parse(text) as KeptCheckpoint;
    if (statement && keyId && signature) return { statement, keyId, signature };
  } catch {
    // What it is not is said below, for both reasons.
  }
  throw usageError(`Cannot read '${path}': it must be a checkpoint, with statement, keyId and signature`);
}

function printOutside(terminal: Terminal, outside: NonNullable<AuditVerification["outside"]>[number]): void {
  const { destination, checked, problems, errorCode } = outside;
  if (errorCode) terminal.print(`Kept in ${destination}: NOT compared, ${errorCode}`);
  else terminal.print(`Kept in ${destination}: ${formatCount(checked, "checkpoint")} compared`);
  for (const { sequence, problem } of problems) terminal.print(`Kept checkpoint of entry ${sequence}: ${problem}`);
}

function printBreak(terminal: Terminal, { statement, reason }: AuditResumption): void {
  const { broken, lost, sequence, createdAt } = statement;
  terminal.print(
    `Break: entries ${broken.sequence} to ${sequence - 1} prove nothing (${broken.problem}); an operator continued with entry ${sequence} on ${createdAt.slice(0, 10)}: ${toOneLine(reason)}`,
  );
  if (lost) terminal.print(`Restored to sequence ${lost.from - 1}; entries ${lost.from}…${lost.to} are lost`);
}

function printVerification(terminal: Terminal, verification: AuditVerification): void {
  const { valid, entries, head, firstBroken, checkpoints, kept } = verification;
  terminal.print(`${entries} ${entries === 1 ? "entry" : "entries"}, head ${head.sequence} ${head.hash}`);
  terminal.print(`${formatCount(checkpoints.checked, "checkpoint")} checked`);
  if (firstBroken) terminal.print(`Broken at entry ${firstBroken.sequence}: ${firstBroken.problem}`);
  for (const { sequence, problem } of checkpoints.problems)
    terminal.print(`Checkpoint of entry ${sequence}: ${problem}`);
  if (checkpoints.missing)
    terminal.print(`By their counter, ${formatCount(checkpoints.missing, "checkpoint")} missing`);
  for (const kept of verification.outside ?? []) printOutside(terminal, kept);
  for (const each of verification.breaks ?? []) printBreak(terminal, each);
  if (kept)
    terminal.print(`Kept entry ${kept.sequence}: ${kept.contained ? "contained" : `NOT contained, ${kept.problem}`}`);
  terminal.print(valid ? "The audit log is intact." : "The audit log is NOT intact.");
}
