import { canonicalJson } from "../canonical-json.ts";
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
    exceptions: () => [...findExceptionProblems(snapshot), ...findOtherExceptions(opened)],
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

/** What the run fixed of an exception cannot change later. */
function findOtherExceptions(opened: OpenedPackage): string[] {
  const listed = new Map(opened.exceptions.map((exception) => [exception.id, new Map(Object.entries(exception))]));
  return (opened.snapshot.exceptions ?? []).flatMap(({ id, ...fixed }) => {
    const found = listed.get(id);
    if (!found && isLeftOut(opened, "exceptions", `exception ${id}`)) return [];
    if (!found) return [`exception ${id} of the snapshot is not in exceptions.json`];
    const isOther = ([name, value]: [string, unknown]) =>
      !found.has(name) || canonicalJson(found.get(name)) !== canonicalJson(value);
    const names = Object.entries(fixed).filter(isOther);
    return names.map(([name]) => `exception ${id} has another ${name} in exceptions.json than in the snapshot`);
  });
}

function findRepeated(what: string, list: readonly { readonly id: string }[]): string[] {
  return new Set(list.map(({ id }) => id)).size === list.length ? [] : [`a ${what} is listed twice`];
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
    for await (const line of files.lines(`${file}.jsonl`)) {
      void line;
      found[name] += 1;
    }
  }
  const counts = new Map(Object.entries(manifest.counts));
  return [
    ...Object.entries(found)
      .filter(([name, value]) => counts.get(name) !== value)
      .map(([name, value]) => `the manifest counts ${counts.get(name)} ${name}, found are ${value}`),
    ...findRepeated("review", reviews),
    ...findRepeated("exception", exceptions),
  ];
}
