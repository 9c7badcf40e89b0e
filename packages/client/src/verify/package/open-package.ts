import type { Review, SignOff } from "../../generated/types.ts";
import { sha256Hex } from "../canonical-json.ts";
import type { SignOffKey } from "../signatures.ts";
import { SNAPSHOT_FORMATS, type Snapshot } from "../snapshot.ts";
import { type Findings, PackageFault } from "./findings.ts";
import type { OpenedPackage, PackageManifest } from "./opened-package.ts";
import type { PackageFiles } from "./package-files.ts";
import { EXCEPTIONS, MANIFEST, MANIFEST_SIGNATURE, REVIEWS, requireShape, SIGN_OFFS, SNAPSHOT } from "./shapes.ts";
import { checkSignature, decodeBase64 } from "./signature-check.ts";

/** What every package holds. */
const FILES: readonly string[] = [
  "assessment-plan.json",
  "assessment-results.json",
  "audit.jsonl",
  "checkpoint.txt",
  "chunks.jsonl",
  "documents.csv",
  "exceptions.json",
  "manifests.jsonl",
  "poam.json",
  "report.html",
  "reviews.json",
  "sign-offs.json",
  "snapshot.json",
  "statements.jsonl",
  "verify.html",
  "verify.py",
];
/** A name under which Python loads what lies next to `verify.py`. */
const LOADED_BY_PYTHON = /\.(?:py|pyc|so|pyd|pth)$/;
const OWN: readonly string[] = ["manifest.json", "manifest.sig"];
const SIGNATURE_BYTES_MAX = 65_536;

interface Opening {
  readonly files: PackageFiles;
  readonly findings: Findings;
  readonly keys: readonly SignOffKey[] | undefined;
}

/** Checks that the files are those of the manifest and have their form; undefined where nothing more can be checked. */
export async function openPackage(opening: Opening): Promise<{
  readonly manifest?: PackageManifest | undefined;
  readonly opened?: OpenedPackage | undefined;
}> {
  const { files, findings } = opening;
  if (!files.entries.has("manifest.json")) {
    findings.fail("manifest", "manifest.json is absent", "incomplete");
    return {};
  }
  let manifest: PackageManifest | undefined;
  await findings.run("manifest", async () => {
    manifest = await readManifest(opening);
  });
  await findings.run("signed", () => checkManifestSignature(opening));
  if (!manifest || FILES.some((name) => !files.entries.has(name))) return { manifest };
  return { manifest, opened: await readRecords(opening, manifest) };
}

async function readManifest({ files, findings }: Opening): Promise<PackageManifest> {
  const manifest = requireShape<PackageManifest>(await files.json("manifest.json"), MANIFEST, "manifest");
  if (manifest.origin !== "assay/package/v1")
    throw new PackageFault(`its origin is '${manifest.origin}': a later verifier may know it`);
  const names = manifest.files.map(({ name }) => name);
  const listed = new Set(names);
  if (names.some((name, at) => at > 0 && names[at - 1]! >= name))
    findings.fail("manifest", "its files are not in the order of their names, each once");
  if (OWN.some((name) => listed.has(name))) findings.fail("manifest", "it lists itself");
  for (const name of names)
    if (name !== "verify.py" && LOADED_BY_PYTHON.test(name))
      findings.fail("manifest", `${name} is a program: verify.py is the only one of a package`);
  for (const name of FILES) if (!listed.has(name)) findings.fail("manifest", `${name} is not listed`, "incomplete");
  for (const name of files.entries.keys())
    if (!listed.has(name) && !OWN.includes(name)) findings.fail("manifest", `${name} is there and not listed`);
  for (const file of manifest.files)
    if (files.entries.has(file.name)) await checkFile({ files, findings }, file);
    else findings.fail("manifest", `${file.name} is absent`, "incomplete");
  return manifest;
}

async function checkFile(
  { files, findings }: Pick<Opening, "files" | "findings">,
  { name, size, sha256 }: PackageManifest["files"][number],
): Promise<void> {
  const found = files.entries.get(name)!.size;
  if (found !== size) findings.fail("manifest", `${name} has ${found} bytes, listed are ${size}`);
  const digest = await files.digest(name);
  if (digest !== sha256) findings.fail("manifest", `${name} has not the SHA-256 that is listed`);
  if (name.startsWith("originals/") && name.slice(10, 74) !== digest)
    findings.fail("documents", `${name} has not the SHA-256 that it is named for`);
}

async function checkManifestSignature({ files, findings, keys }: Opening): Promise<void> {
  const entry = files.entries.get("manifest.sig");
  if (!entry) return findings.fail("signed", "manifest.sig is absent", "incomplete");
  if (entry.size > SIGNATURE_BYTES_MAX) throw new PackageFault("manifest.sig is too long");
  const { keyId, signature } = requireShape<{ readonly keyId: string; readonly signature: string }>(
    await files.json("manifest.sig"),
    MANIFEST_SIGNATURE,
    "manifest.sig",
  );
  await checkSignature(findings, keys, {
    check: "signed",
    what: "manifest.sig",
    keyId,
    signature: decodeBase64(signature, "base64url"),
    message: await files.bytes("manifest.json"),
  });
}

async function readRecords(opening: Opening, manifest: PackageManifest): Promise<OpenedPackage | undefined> {
  const { files, findings } = opening;
  const values = new Map<string, unknown>();
  const hasForm = await findings.run("form", async () => {
    let isForm = true;
    for (const name of files.entries.keys())
      if (name.endsWith(".json") && name !== "manifest.json")
        isForm = (await findings.run("form", async () => void values.set(name, await files.json(name)))) && isForm;
    if (!isForm) return;
    requireShape(values.get("reviews.json"), REVIEWS, "reviews.json");
    requireShape(values.get("sign-offs.json"), SIGN_OFFS, "sign-offs.json");
    requireShape(values.get("exceptions.json"), EXCEPTIONS, "exceptions.json");
  });
  if (!hasForm) return undefined;
  let snapshot: Snapshot | undefined;
  const snapshotHash = await sha256Hex(await files.bytes("snapshot.json"));
  await findings.run("snapshot", () => {
    snapshot = requireSnapshot(values.get("snapshot.json"));
    const { run, format } = snapshot;
    const meant = { snapshotHash, id: run.id, tenantId: run.tenantId, format };
    for (const [name, value] of Object.entries(meant))
      if (manifest.run[name as keyof typeof meant] !== value)
        findings.fail("snapshot", `the manifest's run.${name} is not the snapshot's`);
  });
  if (!snapshot) return undefined;
  const { reviews } = values.get("reviews.json") as { readonly reviews: readonly Review[] };
  const { signOffs } = values.get("sign-offs.json") as { readonly signOffs: readonly SignOff[] };
  const { exceptions } = values.get("exceptions.json") as Pick<OpenedPackage, "exceptions">;
  const inOrder = reviews.toSorted((a, b) => a.sequence - b.sequence);
  const newestReviews = new Map(inOrder.map((review) => [review.requirementId, review]));
  const people = { reviews, signOffs, exceptions, newestReviews };
  return { ...opening, manifest, snapshot, snapshotHash, ...people, places: new Map() };
}

function requireSnapshot(value: unknown): Snapshot {
  const { format } = (value ?? {}) as Partial<Snapshot>;
  if (!SNAPSHOT_FORMATS.includes(format as string))
    throw new PackageFault("its format is not known: a later verifier may know it");
  return requireShape<Snapshot>(value, SNAPSHOT, "snapshot");
}
