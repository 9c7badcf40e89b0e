import type { Snapshot } from "../snapshot.ts";
import {
  findCitationProblems,
  findCountProblems,
  findExceptionProblems,
  findMeaningProblems,
  findStatusProblems,
} from "../snapshot-checks.ts";
import type { PackageCheckName } from "./findings.ts";
import { countWhere, isLeftOut, type OpenedPackage } from "./opened-package.ts";

/** What follows from the snapshot alone, and that the manifest counts what is there. */
export async function checkVerdicts(opened: OpenedPackage): Promise<void> {
  const { snapshot } = opened;
  const rules: Partial<Record<PackageCheckName, () => readonly string[] | Promise<readonly string[]>>> = {
    counts: async () => [...findCountProblems(snapshot), ...(await findListedCountProblems(opened))],
    statuses: () => [...findStatusProblems(snapshot), ...findCapProblems(snapshot)],
    citations: () => findCitationProblems(snapshot),
    exceptions: () => [...findExceptionProblems(snapshot), ...findAbsentExceptions(opened)],
    meaning: () => (snapshot.configuration.meaning ? findMeaningProblems(snapshot) : []),
  };
  for (const [check, rule] of Object.entries(rules) as [PackageCheckName, () => Promise<readonly string[]>][])
    await opened.findings.run(check, async () => {
      for (const problem of await rule()) opened.findings.fail(check, problem);
    });
}

/** What a rule that caps leaves where it found something. */
const CAPPING_FLAGS: Readonly<Record<string, string>> = {
  expired: "EXPIRED_EVIDENCE",
  outOfPeriod: "OUT_OF_PERIOD",
  designOnly: "DESIGN_ONLY",
  cadenceGap: "CADENCE_GAP",
  weakSupport: "WEAK_SUPPORT",
};

/** Below COMPLETE is possible only where that needs more than 0.01. */
function findCapProblems({ configuration: { confidenceThresholds, evidenceRules }, assessments }: Snapshot): string[] {
  const capping = Object.keys(CAPPING_FLAGS).filter((rule) => evidenceRules?.[rule] === "CAP");
  if (confidenceThresholds.complete <= 0.01) return [];
  return assessments
    .filter(({ status }) => status === "COMPLETE")
    .flatMap(({ requirementId, flags = [] }) =>
      capping
        .filter((rule) => flags.includes(CAPPING_FLAGS[rule]!))
        .map((rule) => `${requirementId} is COMPLETE, and ${CAPPING_FLAGS[rule]} caps it below`),
    );
}

function findAbsentExceptions(opened: OpenedPackage): string[] {
  const listed = new Set(opened.exceptions.map(({ id }) => id));
  return (opened.snapshot.exceptions ?? [])
    .filter(({ id }) => !listed.has(id) && !isLeftOut(opened, "exceptions", `exception ${id}`))
    .map(({ id }) => `exception ${id} of the snapshot is not in exceptions.json`);
}

async function findListedCountProblems(opened: OpenedPackage): Promise<string[]> {
  const { files, manifest, snapshot, reviews, signOffs, exceptions, newestReviews } = opened;
  const { assessments } = snapshot;
  const status = (wanted: string) => countWhere(assessments, (each) => each.status === wanted);
  const found: Record<string, number> = {
    requirements: snapshot.requirements.length,
    complete: status("COMPLETE"),
    partial: status("PARTIAL"),
    missing: status("MISSING"),
    failed: status("FAILED"),
    notJudged: countWhere(assessments, ({ flags }) => flags?.includes("NOT_JUDGED") ?? false),
    citations: assessments.reduce((sum, { citations }) => sum + citations.length, 0),
    reviews: reviews.length,
    reviewed: newestReviews.size,
    exceptions: exceptions.length,
    signOffs: signOffs.length,
    standingSignOffs: countWhere(signOffs, ({ standing }) => standing),
  };
  const listed = { chunks: "chunks", auditEntries: "audit", manifests: "manifests", statements: "statements" };
  for (const [name, file] of Object.entries(listed)) {
    found[name] = 0;
    if (!files.entries.has(`${file}.jsonl`)) continue;
    for await (const _ of files.lines(`${file}.jsonl`)) found[name] += 1;
  }
  const counts = new Map(Object.entries(manifest.counts));
  return Object.entries(found)
    .filter(([name, value]) => counts.get(name) !== value)
    .map(([name, value]) => `the manifest counts ${counts.get(name)} ${name}, found are ${value}`);
}
