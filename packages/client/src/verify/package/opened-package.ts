import type { AuditResumption } from "../../generated/admin-types.ts";
import type { Review, SignOff } from "../../generated/types.ts";
import type { SignOffKey } from "../signatures.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Findings, PackageCheckName } from "./findings.ts";
import type { PackageFiles } from "./package-files.ts";

/** What `manifest.json` says, as far as it is verified. */
export interface PackageManifest {
  readonly origin: string;
  readonly release: string;
  readonly asOf: string;
  readonly run: {
    readonly id: string;
    readonly tenantId: string;
    readonly snapshotHash: string;
    readonly format: string;
  };
  readonly auditHead: { readonly sequence: number; readonly hash: string };
  readonly files: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  /** Of the chain, which an operator continued. */
  readonly breaks?: readonly AuditResumption[];
}

/** What a list holds, of which not all fields are known. */
type Listed = Readonly<Record<string, unknown>> & { readonly id: string };

/** A package whose files are there and have their form. */
export interface OpenedPackage {
  readonly files: PackageFiles;
  readonly findings: Findings;
  readonly keys: readonly SignOffKey[] | undefined;
  readonly manifest: PackageManifest;
  readonly snapshot: Snapshot;
  readonly snapshotHash: string;
  readonly reviews: readonly Review[];
  readonly signOffs: readonly SignOff[];
  readonly exceptions: readonly Listed[];
  /** The review that counts of each requirement. */
  readonly newestReviews: ReadonlyMap<string, Review>;
  /** Of quotes that were found in their chunks: from where to where in the document, by requirement and index. */
  readonly places: Map<string, Place>;
}

/** In UTF-16 code units. */
interface Place {
  readonly start: number;
  readonly end: number;
}

export function placeKey(requirementId: string, index: number): string {
  return JSON.stringify([requirementId, index]);
}

export interface CitedPassage {
  readonly requirementId: string;
  readonly index: number;
  readonly chunkId: string;
  readonly text: string;
}

export function listCitations({ assessments }: Snapshot): CitedPassage[] {
  return assessments.flatMap(({ requirementId, citations }) =>
    citations.map(({ chunkId, text }, index) => ({ requirementId, index, chunkId, text })),
  );
}

export function countWhere<T>(list: readonly T[], matches: (each: T) => boolean): number {
  return list.filter(matches).length;
}

/** Whether the manifest says that one of these, such as "review", was omitted: then what rests on all of them stays open. */
export function hasLeftOut(
  { manifest, findings }: Pick<OpenedPackage, "manifest" | "findings">,
  check: PackageCheckName,
  kind: string,
): boolean {
  const first = manifest.leftOut.find(({ what }) => what.startsWith(`${kind} `));
  if (first) findings.leaveOpen(check, `${first.what} was left out`);
  return first !== undefined;
}

/** Whether the manifest says that something, such as `chunk <id>`, was omitted: then the check stays open. */
export function isLeftOut(
  { manifest, findings }: Pick<OpenedPackage, "manifest" | "findings">,
  check: PackageCheckName,
  what: string,
): boolean {
  const isSo = manifest.leftOut.some((each) => each.what === what);
  if (isSo) findings.leaveOpen(check, `${what} was left out`);
  return isSo;
}
