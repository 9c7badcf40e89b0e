import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { splitParts } from "@assay/language/requirement";
import { describe, expect, test } from "vitest";
import { parsePack } from "../../src/packs/parse-pack.ts";

const NIST = fileURLToPath(
  new URL(
    "../../../../../shared/data/oscal/NIST_SP-800-53_rev5_LOW-baseline-resolved-profile_catalog.json",
    import.meta.url,
  ),
);
const present = existsSync(NIST);

interface Statement {
  readonly name: string;
  readonly parts?: readonly Statement[];
}
interface Control {
  readonly parts?: readonly Statement[];
  readonly controls?: readonly Control[];
}

describe.runIf(present || process.env.ASSAY_REQUIRE_ALL === "1")("parts of NIST SP 800-53 LOW", () => {
  const partsOf = (requirements: "controls" | "objectives") =>
    parsePack(readFileSync(NIST, "utf8"), { format: "oscal", requirements }).criteria.flatMap((criterion) =>
      criterion.requirements.map(({ title, subcheckLabel }) => ({
        title,
        parts: splitParts({ title, subcheckLabel, criterionTitle: criterion.title }),
      })),
    );

  test("each control has a part for each innermost item of its statement, none more", () => {
    const found = partsOf("controls").filter(({ parts }) => /[a-z]/.test(parts[0]?.label ?? ""));
    const counts = listControls().map(countItems);
    expect(partsOf("controls").map(({ parts }) => (/[a-z]/.test(parts[0]?.label ?? "") ? parts.length : 0))).toEqual(
      counts,
    );
    expect(found.length).toBeGreaterThan(80);
  });

  test.each(["controls", "objectives"] as const)("no part of its %s is a lead-in or a torn phrase", (requirements) => {
    const texts = partsOf(requirements).flatMap(({ parts }) => parts.map(({ text }) => text));
    expect(texts.filter((text) => /[:;,]$|\b(?:and|or|the|of|to|by|that|with|for|within)$/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.split(/\s+/).length < 3)).toEqual([]);
    expect(texts.filter((text) => (text.match(/\[/g)?.length ?? 0) !== (text.match(/\]/g)?.length ?? 0))).toEqual([]);
  });

  test("an objective that states one thing is one part", () => {
    const single = partsOf("objectives").filter(({ title }) => !title.replace(/;\s*$/, "").includes(";"));
    const torn = single.filter(({ parts }) => parts.length > 1).map(({ title }) => title);
    expect(torn.length / single.length).toBeLessThanOrEqual(0.01);
  });
});
if (!present && process.env.ASSAY_REQUIRE_ALL !== "1")
  test.skip("NIST SP 800-53 LOW is not next to the repository", () => {});

function listControls(): Control[] {
  const { catalog } = JSON.parse(readFileSync(NIST, "utf8")) as { catalog: { groups: { controls: Control[] }[] } };
  const walk = (control: Control): Control[] => [control, ...(control.controls ?? []).flatMap(walk)];
  return catalog.groups.flatMap(({ controls }) => controls.flatMap(walk));
}

/** Innermost items; 0 where the statement has none. */
function countItems({ parts }: Control): number {
  const statement = parts?.find(({ name }) => name === "statement");
  const walk = (part: Statement): number =>
    (part.parts ?? []).reduce((sum, inner) => sum + Math.max(1, walk(inner)), 0);
  return statement ? walk(statement) : 0;
}
