import { splitParts } from "@assay/language/requirement";
import { expect, test } from "vitest";
import { parsePack } from "../../src/packs/index.ts";
import { issuesOf } from "./parse.ts";

const parse = (text: string) => parsePack(text, { format: "ciso-assistant" });

const LIBRARY = `urn: urn:example:library:small
locale: en
name: Small library
description: About it
version: 1
objects:
  framework:
    urn: urn:example:framework:small
    name: Small framework
    requirement_nodes:
    - urn: urn:example:req:id
      assessable: false
      depth: 1
      ref_id: ID
      name: Identify
      description: Know what there is
    - urn: urn:example:req:id.am-1
      assessable: true
      depth: 2
      parent_urn: urn:example:req:id
      ref_id: 1.10
      description: Devices are inventoried
      typical_evidence: the asset register
    - urn: urn:example:req:id.am-1.sub
      assessable: true
      depth: 3
      parent_urn: urn:example:req:id.am-1
      ref_id: ID.AM 1/2
      name: Software
      description: Software is inventoried
      annotation: null
    - urn: urn:example:req:loose
      assessable: true
      depth: 1
      ref_id: null
      name: A loose one
`;

/** A lead-in with its items; whether the items are requirements too is for the test to say. */
const leadIn = (assessable: boolean, text = "The provider shall post:") => `name: Lists
objects:
  framework:
    name: Lists
    requirement_nodes:
    - { urn: "urn:x:1", assessable: true, ref_id: "1", description: "${text}" }
    - { urn: "urn:x:1.a", parent_urn: "urn:x:1", assessable: ${assessable}, ref_id: 1.a, description: its terms of use }
    - { urn: "urn:x:1.b", parent_urn: "urn:x:1", assessable: ${assessable}, ref_id: 1.b, description: the price of each service }
`;
const titlesOf = (text: string) =>
  parse(text).criteria.flatMap(({ requirements }) => requirements.map(({ title, derived }) => [title, derived?.title]));

test("a requirement that only leads in has its list items, which each have the lead-in where they are requirements", () => {
  const joined = "The provider shall post:\n- its terms of use\n- the price of each service";
  expect(titlesOf(leadIn(false))).toEqual([[joined, "STATEMENT"]]);
  expect(titlesOf(leadIn(true))).toEqual([
    [joined, "STATEMENT"],
    ["The provider shall post: its terms of use", "STATEMENT"],
    ["The provider shall post: the price of each service", "STATEMENT"],
  ]);
  expect(titlesOf(leadIn(false, "Organizations shall create"))).toEqual([
    ["Organizations shall create\n- its terms of use\n- the price of each service", "STATEMENT"],
  ]);
  expect(splitParts({ title: joined, subcheckLabel: null, criterionTitle: "" }).map(({ text }) => text)).toEqual([
    "The provider shall post its terms of use",
    "The provider shall post the price of each service",
  ]);
});

test("a requirement that asks for something by itself stays as it is, whatever is under it", () => {
  const text = "The provider posts its terms of use.";
  expect(titlesOf(leadIn(true, text))).toEqual([
    [text, undefined],
    ["its terms of use", undefined],
    ["the price of each service", undefined],
  ]);
});

test("nodes that lead into each other are refused, and read to an end", () => {
  const round = (urn: string, parent: string) =>
    `    - { urn: "urn:x:${urn}", parent_urn: "urn:x:${parent}", assessable: true, ref_id: ${urn}, description: "It shall post:" }`;
  const text = `name: L\nobjects:\n  framework:\n    requirement_nodes:\n${round("a", "b")}\n${round("b", "a")}\n`;
  expect(issuesOf(text, "ciso-assistant").join("\n")).toContain("must not lead back to the same node");
});

test("a list that is longer than a requirement may be says how many items it omits", () => {
  const items = Array.from(
    { length: 60 },
    (_, at) =>
      `    - { urn: "urn:x:${at}", parent_urn: "urn:x", description: "item ${at} ${"long ".repeat(20).trim()}" }`,
  ).join("\n");
  const [title] = titlesOf(`name: L
objects:
  framework:
    requirement_nodes:
    - { urn: "urn:x", assessable: true, ref_id: "1", description: "The provider shall post:" }
${items}
`)[0]!;
  expect(title!.length).toBeLessThanOrEqual(4000);
  expect(title).toMatch(/\n\(and \d+ more\)$/);
});

test("assessable nodes are requirements under the nearest node above that is not; labels keep their digits", () => {
  expect(parse(LIBRARY)).toEqual({
    name: "Small library",
    description: "About it",
    skipped: [],
    criteria: [
      {
        criterionId: null,
        sourceKey: "urn:example:req:id",
        title: "ID Identify",
        description: "Know what there is",
        derived: { criterionTitle: "GROUP" },
        requirements: [
          {
            requirementId: "1.10",
            title: "Devices are inventoried",
            subcheckLabel: null,
            retrievalHint: "the asset register",
            derived: {},
          },
          {
            requirementId: "ID.AM-1_2",
            title: "Software: Software is inventoried",
            subcheckLabel: null,
            retrievalHint: null,
            derived: { requirementId: "LABEL", title: "STATEMENT" },
          },
        ],
      },
      {
        criterionId: null,
        sourceKey: "",
        title: "Small framework",
        description: "",
        derived: { criterionTitle: "CATALOGUE" },
        requirements: [
          {
            requirementId: "loose",
            title: "A loose one",
            subcheckLabel: null,
            retrievalHint: null,
            derived: { requirementId: "ID" },
          },
        ],
      },
    ],
  });
});

test("bad nodes are told by their urn", () => {
  const nodes = (...items: string[]) =>
    `name: x\nobjects: {framework: {requirement_nodes: [${items.map((item) => `{${item}}`).join(", ")}]}}`;
  expect(
    issuesOf(
      nodes(
        "urn: a, assessable: true, name: A, parent_urn: b",
        "urn: b, assessable: true, name: B, parent_urn: a",
        "urn: c, assessable: true, name: C, parent_urn: nowhere",
        "urn: d, assessable: perhaps",
        "urn: c, assessable: false",
        "name: no urn",
      ),
      "ciso-assistant",
    ),
  ).toEqual([
    expect.stringMatching(/^requirement_nodes.3: assessable \| /),
    "c: urn | must be unique among the nodes",
    expect.stringMatching(/^requirement_nodes.5: urn \| /),
    "a: parent_urn | must not lead back to the same node",
    "b: parent_urn | must not lead back to the same node",
  ]);
  expect(issuesOf(nodes("urn: c, assessable: true, name: C, parent_urn: nowhere"), "ciso-assistant")).toEqual([
    "c: parent_urn | must be the urn of a node",
  ]);
  expect(issuesOf(nodes("urn: a, assessable: false"), "ciso-assistant")).toEqual([
    " | must have at least one requirement",
  ]);
});

test("YAML that is broken, of another shape, a bomb or nested without end is refused", () => {
  const issues = (text: string) => issuesOf(text, "ciso-assistant").join();
  expect(issues("")).toMatch(/must be an object/);
  expect(issues("name: [1, 2")).toMatch(/must be well-formed YAML/);
  expect(issues("a: 1\na: 2")).toMatch(/must be well-formed YAML/);
  expect(issues("name: x\nobjects: {risk_matrix: []}")).toMatch(/objects.framework/);
  const levels = "abcdefghi".split("").map((name, at, all) => {
    const from = at === 0 ? "1" : `*${all[at - 1]!}`;
    return `${name}: &${name} [${Array(9).fill(from).join(",")}]`;
  });
  expect(issues(levels.join("\n"))).toMatch(/aliases/);
  expect(issues("{a: ".repeat(3000) + "}".repeat(3000))).toMatch(/nest/);
});
