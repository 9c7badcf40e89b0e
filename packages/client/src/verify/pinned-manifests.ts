import type { Manifest, ManifestPayload, PinnedManifest } from "../generated/types.ts";
import { canonicalJson, sha256Hex } from "./canonical-json.ts";
import { findSignatureProblems, type SignOffKey } from "./signatures.ts";
import type { Snapshot } from "./snapshot.ts";

/** A manifest as the service lists it, as far as it is verified. */
export type SignedManifest = Pick<Manifest, "payload" | "signature" | "keyId">;

export interface ManifestProof {
  /** What contradicts the snapshot. */
  readonly problems: readonly string[];
  /** What is not among what was given. */
  readonly open: readonly string[];
}

interface Read extends SignedManifest {
  readonly hash: string;
  readonly said: ManifestPayload;
}

/** Without keys, or where a manifest that a run pins is not given, that is open. */
export async function proveManifests(
  { configuration: { manifests: pinned = [] }, run }: Snapshot,
  given: readonly SignedManifest[],
  keys: readonly SignOffKey[] | undefined,
): Promise<{ readonly signed: ManifestProof; readonly chain: ManifestProof }> {
  const read = (await Promise.all(given.map(readManifest))).filter((each) => each !== undefined);
  const byHash = new Map(read.map((each) => [each.hash, each]));
  const signed = { problems: [] as string[], open: keys ? [] : ["no keys were given: signatures were not checked"] };
  const chain = { problems: [] as string[], open: [] as string[] };
  for (const pin of pinned) {
    const manifest = byHash.get(pin.sha256);
    if (!manifest) {
      const named = read.some(({ said }) => said.manifestId === pin.manifestId);
      if (named) signed.problems.push(`${pin.source}: its manifest has not the hash that the run pins`);
      else signed.open.push(`${pin.source}: its manifest was not given`);
      chain.open.push(`${pin.source}: the place of its manifest is not known`);
      continue;
    }
    signed.problems.push(...findFieldProblems(pin, manifest.said, run.tenantId));
    const places = [...walkBack(manifest, byHash)];
    for (const each of keys ? places : [])
      for (const problem of await findSignatureProblems(each, keys!))
        signed.problems.push(`${pin.source}, manifest ${each.said.sequence}: ${problem}`);
    chain.problems.push(...findPlaceProblems(places, run));
    const [first] = places.slice(-1);
    if (first!.said.previousHash !== null)
      chain.open.push(`${pin.source}: manifest ${first!.said.sequence - 1} was not given, on which the next rests`);
    chain.open.push(...findLater(manifest, read, run.startedAt));
  }
  return { signed, chain };
}

async function readManifest(manifest: SignedManifest): Promise<Read | undefined> {
  try {
    const said = JSON.parse(manifest.payload) as ManifestPayload;
    if (said.origin !== "assay/source-manifest/v1" || canonicalJson(said) !== manifest.payload) return undefined;
    return { ...manifest, said, hash: await sha256Hex(manifest.payload) };
  } catch {
    return undefined;
  }
}

/** From the manifest to the first of its source, as far as they were given. */
function* walkBack(from: Read, byHash: ReadonlyMap<string, Read>): Generator<Read> {
  // A hash names only what was there before it: no chain returns to where it was.
  for (let at: Read | undefined = from; at; at = at.said.previousHash ? byHash.get(at.said.previousHash) : undefined)
    yield at;
}

function findFieldProblems(pin: PinnedManifest, said: ManifestPayload, tenantId: string): string[] {
  const meant = { source: pin.source, manifestId: pin.manifestId, closedAt: pin.closedAt, tenantId };
  return Object.entries(meant)
    .filter(([name, value]) => said[name as keyof typeof meant] !== value)
    .map(([name]) => `${pin.source}: ${name} of its manifest is not that of the run`);
}

/** Numbers without a gap down to 1, of one source and tenant, each closed no earlier than the one before. */
function findPlaceProblems(places: readonly Read[], { tenantId }: Snapshot["run"]): string[] {
  return places.flatMap(({ said }, at) => {
    const name = `${said.source}, manifest ${said.sequence}`;
    const before = places[at + 1]?.said;
    const isFirst = said.previousHash === null;
    return [
      ...(isFirst === (said.sequence === 1) ? [] : [`${name}: ${isFirst ? "it follows none" : "it is the first"}`]),
      ...(said.tenantId === tenantId && said.source === places[0]!.said.source
        ? []
        : [`${name}: it is of another source`]),
      ...(before && before.sequence !== said.sequence - 1 ? [`${name}: it follows manifest ${before.sequence}`] : []),
      ...(before && before.closedAt > said.closedAt ? [`${name}: it is earlier than the one before`] : []),
    ];
  });
}

/** One that is dated before the run's start may have been committed after it. */
function findLater({ said }: Read, read: readonly Read[], startedAt: string): string[] {
  const isLater = (each: ManifestPayload) =>
    each.source === said.source && each.tenantId === said.tenantId && each.sequence > said.sequence;
  return read
    .filter(({ said: each }) => isLater(each) && each.closedAt < startedAt)
    .map(({ said: each }) => `${said.source}: manifest ${each.sequence} is newer, and from before the run's start`);
}
