import { beforeAll, describe, expect, test } from "vitest";
import {
  listOscalLosses,
  type OscalSource,
  writeAssessmentPlan,
  writeAssessmentResults,
  writePoam,
} from "../../src/oscal/index.ts";
import { ASSESSMENTS, EXCEPTION, oscalSource, REVIEW, RUN_ID, SIGN_OFF, TASK } from "../support/oscal-source.ts";
import { type OscalValidators, oscalValidators } from "../support/oscal-validators.ts";

const WRITERS = { writeAssessmentPlan, writeAssessmentResults, writePoam };
const SOURCES: Readonly<Record<string, OscalSource>> = {
  "a run with all that people say": oscalSource(),
  "a run that nobody has reviewed": oscalSource({ people: { reviews: [], signOffs: [], exceptions: [] } }),
  "the run's own export": oscalSource({ people: null, snapshotHash: null }),
  "a run without documents and tasks": oscalSource({
    ...{ documents: [], tasks: [], people: null },
    assessments: ASSESSMENTS.map((each) => ({ ...each, citations: [] })),
  }),
  "a run that names a document whose row is gone": oscalSource({ documents: [] }),
  "a damaged review": oscalSource({
    people: { reviews: [{ id: REVIEW.id, damaged: true }], signOffs: [], exceptions: [] },
  }),
};

let validators: OscalValidators;
beforeAll(async () => {
  validators = await oscalValidators();
});

describe.each(Object.entries(SOURCES))("of %s", (_, source) => {
  test.each(Object.entries(WRITERS))(
    "%s gives what two validators find valid, and no reference hangs",
    async (_, write) => {
      const document = JSON.parse(await write(source));
      expect(validators.ajv(document)).toEqual([]);
      expect(validators.hyperjump(document)).toEqual([]);
      expect(hangingReferences(document)).toEqual([]);
    },
  );
});

test("both validators refuse a wrong state, a wrong UUID and an id that is no token", async () => {
  const text = await writeAssessmentResults(oscalSource());
  const broken = [
    text.replace('"state":"satisfied"', '"state":"fine"'),
    text.replace(/"uuid":"[^"]+"/, `"uuid":"${RUN_ID}"`),
    text.replace('"target-id":"AC-1"', '"target-id":"1-AC"'),
  ];
  for (const each of broken) {
    expect(each).not.toBe(text);
    expect(validators.ajv(JSON.parse(each))).not.toEqual([]);
    expect(validators.hyperjump(JSON.parse(each))).not.toEqual([]);
  }
});

test("there is a finding per verdict, an observation per citation, an item per task and exception", async () => {
  const source = oscalSource();
  const result = JSON.parse(await writeAssessmentResults(source))["assessment-results"].results[0];
  const poam = JSON.parse(await writePoam(source))["plan-of-action-and-milestones"];
  const citations = ASSESSMENTS.flatMap((each) => each.citations);
  expect(result.findings).toHaveLength(ASSESSMENTS.length);
  expect(result.observations).toHaveLength(citations.length);
  expect(result.observations.map((each: Any) => each["relevant-evidence"][0].description)).toEqual(
    citations.map(({ text }) => text),
  );
  expect(result.findings.map((each: Any) => each.target.status.state)).toEqual(
    ASSESSMENTS.map(({ status }) => (status === "COMPLETE" ? "satisfied" : "not-satisfied")),
  );
  expect(result.findings.map((each: Any) => each.target.status.reason)).toEqual(["pass", "fail", "fail", "other"]);
  expect(result.findings.map((each: Any) => propOf(each, "status"))).toEqual(ASSESSMENTS.map(({ status }) => status));
  expect(result.observations.every(({ methods }: Any) => methods.join() === "EXAMINE")).toBe(true);
  expect(result.observations.map(({ collected, expires }: Any) => [collected, expires])).toEqual(
    citations.map(() => [source.run.startedAt, "2026-12-31T23:59:59Z"]),
  );
  expect(result.attestations).toHaveLength(1);
  expect(poam["poam-items"].map((each: Any) => propOf(each, "task-id") ?? propOf(each, "exception-id"))).toEqual([
    TASK.id,
    EXCEPTION.id,
  ]);
});

test("a changed verdict, an exception and reused answers are risks of their findings", async () => {
  const result = JSON.parse(await writeAssessmentResults(oscalSource()))["assessment-results"].results[0];
  const risksOf = (at: number) =>
    (result.findings[at]["related-risks"] ?? []).map(
      (each: Any) => result.risks.find(({ uuid }: Any) => uuid === each["risk-uuid"]).title,
    );
  expect(risksOf(0)).toEqual([]);
  expect(risksOf(1)).toEqual(["Verdict changed by a reviewer: 2.1.a"]);
  expect(risksOf(2)).toEqual(["Exception for (b): COMPENSATING_CONTROL", "Answers reused from an earlier run"]);
});

test("the run's own export has the same findings, without what people say of them, and says so", async () => {
  const later = JSON.parse(await writeAssessmentResults(oscalSource()))["assessment-results"];
  const own = JSON.parse(await writeAssessmentResults(oscalSource({ people: null, snapshotHash: null })))[
    "assessment-results"
  ];
  const core = (document: Any) =>
    document.results[0].findings.map(({ uuid, target, description }: Any) => ({ uuid, target, description }));
  expect(core(own)).toEqual(core(later));
  expect(own.results[0].description).toMatch(/no reviews, exceptions and sign-offs/);
  const text = JSON.stringify(own);
  for (const { id } of [REVIEW, EXCEPTION, SIGN_OFF]) expect(text).not.toContain(id);
});

test("equal sources give equal bytes", async () => {
  for (const write of Object.values(WRITERS)) expect(await write(oscalSource())).toBe(await write(oscalSource()));
});

test("no field that OSCAL 1.2 added is used", async () => {
  const source = oscalSource();
  const added = [
    /^mapping-collection$/,
    /\/(include-objectives|related-findings|logged-by|timing|sources)\/.*remarks$/,
  ];
  for (const write of Object.values(WRITERS)) {
    const paths = pathsOf(JSON.parse(await write(source)));
    for (const pattern of added) expect(paths.filter((path) => pattern.test(path))).toEqual([]);
  }
});

test("what OSCAL cannot carry is named where the run has it, and nowhere else", () => {
  const plain = listOscalLosses(oscalSource()).map(({ what }) => what);
  expect(plain).not.toContain("verdicts on parts of a requirement");
  expect(plain).not.toContain("requirements without a verdict");
  expect(plain).toContain("how long a review took");
  expect(plain).not.toContain("who revoked an exception");
  const revoked = { ...EXCEPTION, status: "REVOKED" as const, revokedAt: REVIEW.createdAt, fixedWithRun: true };
  const people = { reviews: [{ id: REVIEW.id, damaged: true as const }], signOffs: [], exceptions: [revoked] };
  const others = listOscalLosses(oscalSource({ people })).map(({ what }) => what);
  expect(others).toContain("who revoked an exception");
  expect(others).not.toContain("how long a review took");
  const parts = [{ part: "p", verdict: "MET" as const, why: "so", citations: [0] }];
  const more = listOscalLosses(
    oscalSource({ assessments: [{ ...ASSESSMENTS[0]!, parts }], tasks: [], people: null }),
  ).map(({ what }) => what);
  expect(more).toContain("verdicts on parts of a requirement");
  expect(more).toContain("requirements without a verdict");
  expect(more).toContain("an empty plan of action");
});

// biome-ignore lint/suspicious/noExplicitAny: documents of a foreign schema, which the validators know
type Any = any;

function propOf(item: Any, name: string): string | undefined {
  return item.props.find((each: Any) => each.name === name)?.value;
}

function pathsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path === "" ? key : `${path}/${key}`));
}

/** UUIDs that the document refers to and does not define. */
function hangingReferences(document: unknown): string[] {
  const defined = new Set<string>();
  const named: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === "string") {
      if (key === "uuid") defined.add(value);
      else if (/-uuids?$/.test(key)) named.push(value);
      else if (key === "href" && value.startsWith("#")) named.push(value.slice(1));
    } else if (Array.isArray(value)) for (const each of value) walk(each, key);
    else if (value) for (const [inner, each] of Object.entries(value)) walk(each, inner);
  };
  walk(document, "");
  return named.filter((uuid) => !defined.has(uuid));
}
