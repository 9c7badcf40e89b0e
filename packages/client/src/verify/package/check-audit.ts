import type { AuditEntry, KeptCheckpoint } from "../../generated/admin-types.ts";
import { canonicalJson, sha256Hex } from "../canonical-json.ts";
import { EGRESS_FILE } from "./check-egress.ts";
import { PackageFault } from "./findings.ts";
import { isLeftOut, type OpenedPackage } from "./opened-package.ts";
import { parseCanonical } from "./package-files.ts";
import { AUDIT_ENTRY_FIELDS, AUDIT_LINK_FIELDS, CHECKPOINT, requireExactly, requireShape } from "./shapes.ts";
import { checkSignature, decodeBase64 } from "./signature-check.ts";

type Link = Pick<AuditEntry, "sequence" | "previousHash" | "hash">;

/** What the run's own entries say. */
interface Said {
  readonly snapshots: Set<unknown>;
  readonly egress: unknown[];
  readonly acts: (readonly [id: string, hash: unknown])[];
  readonly reviews: Set<string>;
}

const ACTS: readonly string[] = ["run.signed", "sign_off.declined", "sign_off.withdrawn"];

/** From the run's first entry to the manifest's, each follows from the one before; those of the run are hashed again. */
export async function checkAudit(opened: OpenedPackage): Promise<void> {
  const { files, findings, manifest } = opened;
  const said: Said = { snapshots: new Set(), egress: [], acts: [], reviews: new Set() };
  let before: Link | undefined;
  await checkBreaks(opened);
  for await (const record of files.records("audit.jsonl")) {
    const isWhole = typeof record === "object" && record !== null && Object.hasOwn(record, "id");
    const entry = requireExactly<Link>(record, isWhole ? AUDIT_ENTRY_FIELDS : AUDIT_LINK_FIELDS, "an entry");
    if (before && (entry.sequence !== before.sequence + 1 || entry.previousHash !== before.hash))
      failUnlessBroken(opened, entry.sequence, `entry ${entry.sequence} does not follow the one before it`);
    if (!before && !isWhole) findings.fail("audit", `entry ${entry.sequence} is the first, and not of the run`);
    if (isWhole) await readEntry(opened, entry as AuditEntry, said);
    before = entry;
  }
  if (before?.sequence !== manifest.auditHead.sequence || before.hash !== manifest.auditHead.hash)
    findings.fail("audit", "it does not end where the manifest says");
  await compareWithFiles(opened, said);
}

async function checkBreaks({ findings, keys, manifest, snapshot }: OpenedPackage): Promise<void> {
  for (const { statement, keyId, signature } of manifest.breaks ?? []) {
    if (statement.tenantId !== snapshot.run.tenantId) findings.fail("audit", "a break is of another tenant");
    await checkSignature(findings, keys, {
      check: "audit",
      what: `the break at entry ${statement.broken.sequence}`,
      keyId,
      signature: decodeBase64(signature, "base64"),
      message: new TextEncoder().encode(canonicalJson(statement)),
    });
  }
}

/** At a break that an operator signed the chain is named, not proved. */
function failUnlessBroken({ findings, manifest: { breaks = [] } }: OpenedPackage, at: number, problem: string): void {
  const isBroken = breaks.some(({ statement: { broken, sequence } }) => broken.sequence <= at && at <= sequence);
  if (!isBroken) findings.fail("audit", problem);
  else findings.leaveOpen("audit", `the chain has a break that an operator continued: ${problem}`);
}

async function readEntry(opened: OpenedPackage, entry: AuditEntry, said: Said): Promise<void> {
  const { findings, snapshot } = opened;
  const { run } = snapshot;
  const { hash, ...hashed } = entry;
  const { version, details, ...first } = hashed;
  const name = `entry ${entry.sequence}`;
  if (entry.runId !== run.id || entry.tenantId !== run.tenantId)
    findings.fail("audit", `${name} is whole, and of another run`);
  if (version !== 1 && version !== 2) findings.fail("audit", `${name} has a version that is not known`);
  const form = canonicalJson(version === 1 && details === null ? first : hashed);
  if ((await sha256Hex(form)) !== hash)
    failUnlessBroken(opened, entry.sequence, `${name} has not the hash of what it says`);
  if (entry.action === "snapshot.captured") said.snapshots.add(details?.snapshotHash);
  if (entry.action === "run.completed") said.egress.push(details?.egressHash);
  if (entry.action === "review.added") said.reviews.add(entry.object_id);
  if (ACTS.includes(entry.action)) said.acts.push([entry.object_id, details?.signOffHash]);
}

async function compareWithFiles(opened: OpenedPackage, said: Said): Promise<void> {
  const { files, findings, snapshot, snapshotHash, signOffs, reviews } = opened;
  if (said.snapshots.size !== 1 || !said.snapshots.has(snapshotHash))
    findings.fail("audit", "it does not say that this snapshot was captured");
  if (snapshot.configuration.egress && files.entries.has(EGRESS_FILE)) {
    const digest = await files.digest(EGRESS_FILE);
    if (said.egress.length !== 1 || said.egress[0] !== digest)
      findings.fail("audit", `it has not the digest of ${EGRESS_FILE}`);
  }
  const acts = await Promise.all(signOffs.map(async ({ id, payload }) => [id, await sha256Hex(payload)]));
  const named = said.acts.filter(([id]) => !isLeftOut(opened, "audit", `sign-off ${id}`));
  if (JSON.stringify(named) !== JSON.stringify(acts))
    findings.fail("audit", "it names other acts of a sign-off than sign-offs.json");
  const held = new Set(reviews.map(({ id }) => id));
  const isAbsent = (id: string) => !held.has(id) && !isLeftOut(opened, "audit", `review ${id}`);
  if ([...said.reviews].filter(isAbsent).length > 0 || [...held].some((id) => !said.reviews.has(id)))
    findings.fail("audit", "it names other reviews than reviews.json");
}

/** The signed end of the chain: returns what it says. */
export async function checkCheckpoint(opened: OpenedPackage): Promise<KeptCheckpoint["statement"]> {
  const { files, findings, keys, manifest, snapshot } = opened;
  const text = await files.text("checkpoint.txt");
  if (!text.endsWith("\n")) throw new PackageFault("checkpoint.txt is not one line");
  const value = parseCanonical(text.slice(0, -1), "checkpoint.txt");
  const { statement, keyId, signature } = requireShape<KeptCheckpoint>(value, CHECKPOINT, "checkpoint.txt");
  const { origin, counter } = statement;
  const meant = counter === undefined ? "assay/audit-checkpoint/v1" : "assay/audit-checkpoint/v2";
  if (origin !== meant || (counter ?? 1) < 1) throw new PackageFault("its origin does not go with its counter");
  if (statement.tenantId !== snapshot.run.tenantId) findings.fail("checkpoint", "it is of another tenant");
  const { sequence, hash } = manifest.auditHead;
  if (statement.sequence !== sequence || statement.hash !== hash)
    findings.fail("checkpoint", "it is of another entry than the last of audit.jsonl");
  await checkSignature(findings, keys, {
    check: "checkpoint",
    what: "checkpoint.txt",
    keyId,
    signature: decodeBase64(signature, "base64"),
    message: new TextEncoder().encode(canonicalJson(statement)),
  });
  return statement;
}
