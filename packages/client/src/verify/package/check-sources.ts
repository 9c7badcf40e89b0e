import type { ManifestPayload, PinnedManifest } from "../../generated/types.ts";
import { sha256Hex } from "../canonical-json.ts";
import type { SignedManifest } from "../pinned-manifests.ts";
import { findManifestProblems } from "../snapshot-checks.ts";
import { PackageFault } from "./findings.ts";
import { isLeftOut, type OpenedPackage } from "./opened-package.ts";
import { parseCanonical } from "./package-files.ts";
import { requireShape, SIGNED_TEXT, SOURCE_MANIFEST } from "./shapes.ts";
import { checkSignature, decodeBase64 } from "./signature-check.ts";

type ByHash = ReadonlyMap<string, ManifestPayload>;

/** Each pinned manifest is there with all that it rests on, and nothing else is. */
export async function checkSources(opened: OpenedPackage): Promise<void> {
  const { findings, snapshot } = opened;
  for (const problem of findManifestProblems(snapshot)) findings.fail("sources", problem);
  const byHash = await readManifests(opened);
  const used = new Set<string>();
  for (const pin of snapshot.configuration.manifests ?? []) {
    const said = byHash.get(pin.sha256);
    if (!said && isLeftOut(opened, "sources", `manifest ${pin.manifestId}`)) continue;
    if (!said) findings.fail("sources", `${pin.source}: the manifest that the run pins is not there`);
    else if (said.manifestId !== pin.manifestId || said.closedAt !== pin.closedAt)
      findings.fail("sources", `${pin.source}: its manifest is not that of the run`);
    for (const problem of walk(pin, snapshot.run.tenantId, byHash, used)) findings.fail("sources", problem);
  }
  if (used.size !== byHash.size) findings.fail("sources", "a manifest is there that no pinned one rests on");
}

async function readManifests({ files, findings, keys }: OpenedPackage): Promise<ByHash> {
  const byHash = new Map<string, ManifestPayload>();
  for await (const record of files.records("manifests.jsonl")) {
    const { payload, signature, keyId } = requireShape<SignedManifest>(record, SIGNED_TEXT, "a manifest");
    const value = parseCanonical(payload, "a manifest");
    const said = requireShape<ManifestPayload>(value, SOURCE_MANIFEST, "a manifest");
    if (said.origin !== "assay/source-manifest/v1") throw new PackageFault("a manifest's origin is not known");
    byHash.set(await sha256Hex(payload), said);
    await checkSignature(findings, keys, {
      check: "sources",
      what: nameOf(said),
      keyId,
      signature: decodeBase64(signature, "base64url"),
      message: new TextEncoder().encode(payload),
    });
  }
  return byHash;
}

/** Back from the pinned one to the first of its source. */
function* walk(pin: PinnedManifest, tenantId: string, byHash: ByHash, used: Set<string>): Generator<string> {
  let after: ManifestPayload | undefined;
  for (let hash: string | null = pin.sha256; hash !== null; ) {
    const said: ManifestPayload | undefined = byHash.get(hash);
    if (!said) {
      if (after) yield `${nameOf(after)}: the one before it is not there`;
      return;
    }
    used.add(hash);
    if (said.tenantId !== tenantId || said.source !== pin.source) yield `${nameOf(said)}: it is of another source`;
    if ((said.previousHash === null) !== (said.sequence === 1)) yield `${nameOf(said)}: its number is not its place's`;
    if (after && (after.sequence !== said.sequence + 1 || after.closedAt < said.closedAt))
      yield `${nameOf(said)}: the next one does not follow it`;
    [hash, after] = [said.previousHash, said];
  }
}

const nameOf = ({ source, sequence }: ManifestPayload) => `${source}, manifest ${sequence}`;
