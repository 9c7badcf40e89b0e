import type { KeptCheckpoint } from "../../generated/admin-types.ts";
import type { SignOffListVerification } from "../sign-offs.ts";
import type { SignOffKey } from "../signatures.ts";
import { checkAudit, checkCheckpoint } from "./check-audit.ts";
import { checkEgress } from "./check-egress.ts";
import { checkChunks, checkDocuments } from "./check-passages.ts";
import { checkPeople } from "./check-people.ts";
import { checkSources } from "./check-sources.ts";
import { checkStatements } from "./check-statements.ts";
import { checkVerdicts } from "./check-verdicts.ts";
import { type FaultKind, Findings, type PackageCheck } from "./findings.ts";
import { openPackage } from "./open-package.ts";
import type { OpenedPackage } from "./opened-package.ts";
import { PackageFiles } from "./package-files.ts";
import { type PackageSource, toPackageSource } from "./package-source.ts";
import { readArchive } from "./read-archive.ts";

export { type FaultKind, PACKAGE_CHECKS, type PackageCheck, type PackageCheckName } from "./findings.ts";
export type { PackageSource };

/** What a package that is valid does not prove. */
export const NOT_PROVED_BY_A_PACKAGE: readonly string[] = [
  "that the evidence is true, or complete: only that these bytes were judged",
  "that the verdicts are right: a machine wrote them, and people reviewed what reviews.json says",
  "what OSCAL files and report.html say: only their digests; read the snapshot where it matters",
  "what happened after the checkpoint, and what other entries of the audit log say: only that they are linked",
  "when the checkpoint left the service: compare it with one that was kept elsewhere",
];

export interface PackageVerification {
  /** What is wrong first: content, then a signature, then what is absent. */
  readonly word: "valid" | FaultKind;
  /** Without keys nobody knows who made it. */
  readonly signer: "KNOWN" | "UNKNOWN";
  readonly runId: string | null;
  readonly release: string | null;
  /** When the last entry of the audit log was made that the package holds. */
  readonly asOf: string | null;
  readonly checks: readonly PackageCheck[];
  readonly checkpoint: KeptCheckpoint["statement"] | null;
  /** Null where they could not be read. */
  readonly signOffs: SignOffListVerification | null;
}

export interface PackageOptions {
  /** Those of the service, from elsewhere than the package. Omitted: no signature is checked. */
  readonly keys?: readonly SignOffKey[] | undefined;
  /** A package without an active signature of the run is incomplete. */
  readonly requireSigned?: boolean | undefined;
  /** Without keys a package is incomplete. */
  readonly requireKeys?: boolean | undefined;
}

/** Checks a sealed package without the service, reading parts of it at a time. Throws only where `source` does. */
export async function verifyPackage(
  source: PackageSource | Uint8Array | Blob,
  { keys, requireSigned = false, requireKeys = false }: PackageOptions = {},
): Promise<PackageVerification> {
  const bytes = "sha256" in source ? source : toPackageSource(source);
  const findings = new Findings();
  let files: PackageFiles | undefined;
  await findings.run("archive", async () => {
    files = new PackageFiles(bytes, await readArchive(bytes));
  });
  const { manifest, opened } = files ? await openPackage({ files, findings, keys }) : {};
  const found = opened && (await checkAll(opened));
  if (requireSigned && opened && !found?.signOffs?.signedAs)
    findings.fail("sign-offs", "no signature stands, and one is required", "incomplete");
  if (requireKeys && !keys) findings.fail("signed", "keys are required, and none were given", "incomplete");
  return {
    word: findings.word,
    signer: keys ? "KNOWN" : "UNKNOWN",
    runId: manifest?.run.id ?? null,
    release: manifest?.release ?? null,
    asOf: manifest?.asOf ?? null,
    checks: findings.toChecks(),
    checkpoint: found?.checkpoint ?? null,
    signOffs: found?.signOffs ?? null,
  };
}

async function checkAll(opened: OpenedPackage) {
  const { findings } = opened;
  let checkpoint: KeptCheckpoint["statement"] | undefined;
  let signOffs: SignOffListVerification | undefined;
  await checkVerdicts(opened);
  await findings.run("chunks", () => checkChunks(opened));
  await findings.run("quotes", () => {});
  await findings.run("documents", () => checkDocuments(opened));
  await findings.run("sources", () => checkSources(opened));
  await findings.run("egress", () => checkEgress(opened));
  await findings.run("audit", () => checkAudit(opened));
  await findings.run("checkpoint", async () => {
    checkpoint = await checkCheckpoint(opened);
  });
  await findings.run("sign-offs", async () => {
    signOffs = await checkPeople(opened);
  });
  await findings.run("statements", () => checkStatements(opened));
  return { checkpoint, signOffs };
}
