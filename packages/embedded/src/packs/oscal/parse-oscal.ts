import type { OscalRequirements } from "@assay/contract";
import type { DerivedValues, ParsedPack, ParsedRequirement } from "@assay/core/ports";
import { describeSchemaIssue } from "../describe-schema-issue.ts";
import { createIssueList } from "../issue-list.ts";
import { createPackDraft, type DraftRequirement, type PackDraft } from "../pack-draft.ts";
import { readExpectation } from "../read-expectation.ts";
import { readJson } from "../read-json.ts";
import { valueAt } from "../value-at.ts";
import {
  findProp,
  type OscalCatalogue,
  type OscalControl,
  type OscalGroup,
  oscalCatalogue,
} from "./catalogue-schema.ts";
import { toRequirementId, toSubcheckLabel } from "./labels.ts";
import { isWithdrawn, listObjectives, type ReadText, readExamined, readStatement } from "./read-control.ts";
import { createParameterResolver, type ResolveText } from "./resolve-parameters.ts";

/**
 * An OSCAL 1.x catalogue: each group that holds controls is a criterion, controls or assessment objectives are its
 * requirements. Throws VALIDATION_ERROR; an issue names the id of the group or control.
 */
export function parseOscal(text: string, { requirements }: { requirements: OscalRequirements }): ParsedPack {
  const file = readJson(text);
  const parsed = oscalCatalogue.safeParse(file);
  const issues = createIssueList();
  for (const issue of parsed.error?.issues ?? [])
    issues.add({}, issue.path.join("."), describeSchemaIssue(issue, valueAt(file, issue.path)));
  issues.throwIfAny();
  const { catalog } = parsed.data!;
  const draft = createPackDraft(issues);
  const keys = new Set<string>();
  const reader: Reader = { draft, resolve: createParameterResolver(catalog), requirements };
  for (const { group, title, derived } of listGroups(catalog)) {
    const key = group.id ?? `title:${title}`;
    const place = { id: group.id ?? title };
    if (keys.has(key))
      issues.add(place, "id", {
        issue: "must be unique among the groups",
        mend: "Give one of the two groups another id",
        value: group.id,
      });
    keys.add(key);
    const found = listControls(group.controls ?? []).filter((control) => !skipWithdrawn(draft, control));
    if (found.length === 0) continue;
    const criterion = { criterionId: null, sourceKey: key, criterionTitle: title, criterionDescription: "", derived };
    const to = draft.openCriterion(key, criterion, place);
    for (const control of found) readControl(reader, to, control);
  }
  return draft.finish({ name: catalog.metadata.title, description: "" });
}

interface Reader {
  readonly draft: PackDraft;
  readonly resolve: ResolveText;
  readonly requirements: OscalRequirements;
}

interface FoundGroup {
  readonly group: Pick<OscalGroup, "id" | "controls">;
  readonly title: string;
  readonly derived?: DerivedValues | undefined;
}

/** In document order; the title of an inner group begins with those around it. */
function listGroups(catalog: OscalCatalogue): FoundGroup[] {
  const walk = (group: OscalGroup, around: string): FoundGroup[] => {
    const title = around === "" ? group.title : `${around}: ${group.title}`;
    const derived = around === "" ? undefined : ({ criterionTitle: "GROUP" } as const);
    return [{ group, title, derived }, ...(group.groups ?? []).flatMap((inner) => walk(inner, title))];
  };
  const whole = { group: { id: "", controls: catalog.controls ?? [] }, title: catalog.metadata.title };
  const loose: FoundGroup[] = catalog.controls?.length ? [{ ...whole, derived: { criterionTitle: "CATALOGUE" } }] : [];
  const grouped = (catalog.groups ?? []).flatMap((group) => walk(group, ""));
  return [...loose, ...grouped.filter(({ group }) => group.controls?.length)];
}

/** With their enhancements, each after its control. */
function listControls(controls: readonly OscalControl[]): OscalControl[] {
  return controls.flatMap((control) => [control, ...listControls(control.controls ?? [])]);
}

function skipWithdrawn(draft: PackDraft, control: OscalControl): boolean {
  if (!isWithdrawn(control)) return false;
  draft.skip(control.id, "withdrawn");
  return true;
}

function readControl({ draft, resolve, requirements }: Reader, to: ParsedRequirement[], control: OscalControl): void {
  const retrievalHint = readExamined(control, resolve);
  const add = (label: string, id: string, { title, from }: ReadText, props: OscalControl["props"]) => {
    const byLabel = toRequirementId(label);
    // Two parts of one label are distinguished by their ids.
    const requirementId = byLabel === "" || draft.hasRequirement(byLabel) ? toRequirementId(id) : byLabel;
    const subcheckLabel = toSubcheckLabel(label);
    const derived: DerivedValues = {
      ...(requirementId === label ? {} : { requirementId: requirementId === byLabel ? "LABEL" : "ID" }),
      ...(from ? { title: from } : {}),
      ...(subcheckLabel === null ? {} : { subcheckLabel: "LABEL" }),
    };
    const expectation = readExpectation(title, {
      kind: findProp({ props }, "evidenceKind") ?? findProp(control, "evidenceKind"),
      every: findProp({ props }, "every") ?? findProp(control, "every"),
    });
    const item: DraftRequirement = { requirementId, title, subcheckLabel, retrievalHint, expectation, derived };
    draft.addRequirement(to, item, { id: id || control.id });
  };
  if (requirements === "controls") {
    add(findProp(control, "label") ?? control.id, control.id, readStatement(control, resolve), control.props);
    return;
  }
  const objectives = listObjectives(control, resolve);
  if (objectives.length === 0) draft.skip(control.id, "has no assessment objective");
  for (const { label, id, text, props } of objectives) add(label, id, text, props);
}
