import type { DerivedValues, ParsedPack } from "@assay/core/ports";
import { parse, type Tags, YAMLError } from "yaml";
import { z } from "zod";
import { describeSchemaIssue } from "./describe-schema-issue.ts";
import { createIssueList, type IssueList, refuseFile } from "./issue-list.ts";
import { joinItems, type Listed, leadsIn } from "./join-items.ts";
import { createPackDraft } from "./pack-draft.ts";
import { requireShallow } from "./read-json.ts";
import { valueAt } from "./value-at.ts";

/** How often aliases may repeat a node: enough for hand-written files, too little for a bomb. */
const ALIASES_MAX = 100;
const MEND_LIBRARY = "Import the library unchanged, as its publisher provides it";

const node = z.object({
  urn: z.string().min(1),
  assessable: z.boolean().default(false),
  parent_urn: z.string().nullish(),
  ref_id: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  typical_evidence: z.string().nullish(),
});
type Node = z.infer<typeof node>;

const framework = z.object({
  name: z.string().nullish(),
  description: z.string().nullish(),
  requirement_nodes: z.array(z.unknown()).min(1),
});
const library = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  objects: z.object({ framework: z.union([framework, z.tuple([framework])]) }),
});

/**
 * A CISO Assistant library: each `assessable` node of its framework is a requirement, under the nearest node above it
 * that is not. Throws VALIDATION_ERROR; an issue names the node's urn.
 */
export function parseCisoAssistant(text: string): ParsedPack {
  const issues = createIssueList();
  const file = readYaml(text);
  const parsed = library.safeParse(file);
  for (const issue of parsed.error?.issues ?? [])
    issues.add({}, issue.path.join("."), describeSchemaIssue(issue, valueAt(file, issue.path)));
  issues.throwIfAny();
  const { name, description, objects } = parsed.data!;
  const only = Array.isArray(objects.framework) ? objects.framework[0] : objects.framework;
  const nodes = readNodes(only.requirement_nodes, issues);
  const draft = createPackDraft(issues);
  const listed = listNodes(nodes);
  for (const item of nodes.values()) {
    if (!item.assessable) continue;
    const criterion = findCriterion(nodes, item, issues);
    const key = criterion?.urn ?? "";
    const to = draft.openCriterion(
      key,
      {
        criterionId: null,
        sourceKey: key,
        criterionTitle: criterion ? criterionTitle(criterion) : (only.name ?? name),
        criterionDescription: (criterion?.name ? criterion.description : null) ?? "",
        derived: deriveTitle(criterion),
      },
      { id: key },
    );
    const tail = toRequirementId(item.urn.slice(item.urn.lastIndexOf(":") + 1));
    const byLabel = toRequirementId(item.ref_id ?? "");
    const byId = byLabel === "" || draft.hasRequirement(byLabel);
    const own = textOf(item);
    const title = withList(item, listed);
    draft.addRequirement(
      to,
      {
        requirementId: byId ? tail : byLabel,
        title: title || (item.ref_id ?? ""),
        subcheckLabel: null,
        retrievalHint: item.typical_evidence?.trim().slice(0, 4000).toWellFormed() || null,
        derived: {
          ...(byId ? { requirementId: "ID" } : byLabel === item.ref_id ? {} : { requirementId: "LABEL" }),
          ...((item.name && item.description) || title !== own ? { title: "STATEMENT" } : {}),
          ...(own === "" ? { title: "LABEL" } : {}),
        },
      },
      { id: item.urn },
    );
  }
  return draft.finish({ name, description: description ?? "" });
}

function textOf({ name, description }: Node): string {
  return [name, description].filter(Boolean).join(": ");
}

/** Each node with those under it. */
function listNodes(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, Listed> {
  const listed = new Map([...nodes].map(([urn, each]) => [urn, { text: textOf(each), items: [] as Listed[] }]));
  for (const [urn, { parent_urn: parent }] of nodes) {
    const own = listed.get(urn)!;
    if (parent && parent !== urn && own.text !== "") listed.get(parent)?.items.push(own);
  }
  return listed;
}

/** What leads in has its items; an item of what leads in, and is a requirement itself, says what leads into it. */
function withList({ urn, parent_urn: parent }: Node, listed: ReadonlyMap<string, Listed>): string {
  const text = joinItems(listed.get(urn)!);
  const above = parent ? listed.get(parent) : undefined;
  return above && text !== "" && leadsIn(above) ? `${above.text.trim()} ${text}` : text;
}

function deriveTitle(criterion: Node | undefined): DerivedValues {
  if (!criterion) return { criterionTitle: "CATALOGUE" };
  return criterionTitle(criterion) === criterion.name ? {} : { criterionTitle: "GROUP" };
}

function readYaml(text: string): unknown {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: ALIASES_MAX, customTags: withoutNumbers, logLevel: "error" });
  } catch (error) {
    if (error instanceof YAMLError && error.code === "RESOURCE_EXHAUSTION")
      return refuseFile("must not nest deeply", MEND_LIBRARY);
    if (error instanceof YAMLError) {
      const line = error.linePos?.[0].line;
      const issue = `must be well-formed YAML: ${error.message.split("\n")[0]}`;
      return refuseFile(
        issue,
        "Correct the file, or choose the format that it has",
        line === undefined ? {} : { line },
      );
    }
    // Too many aliases are reported without a class of their own.
    if (error instanceof ReferenceError)
      return refuseFile(`must not repeat nodes by more than ${ALIASES_MAX} aliases`, MEND_LIBRARY);
    throw error;
  }
  requireShallow(value);
  return value;
}

// As a number, the label 1.10 would be 1.1.
function withoutNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === "string" || !/:(int|float)$/.test(tag.tag));
}

function readNodes(values: readonly unknown[], issues: IssueList): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const [at, value] of values.entries()) {
    const parsed = node.safeParse(value);
    const id = parsed.data?.urn ?? `requirement_nodes.${at}`;
    for (const issue of parsed.error?.issues ?? [])
      issues.add({ id }, issue.path.join("."), describeSchemaIssue(issue, valueAt(value, issue.path)));
    if (!parsed.success) continue;
    if (nodes.has(parsed.data.urn))
      issues.add({ id }, "urn", {
        issue: "must be unique among the nodes",
        mend: "Give one of the two nodes another urn",
        value: parsed.data.urn,
      });
    nodes.set(parsed.data.urn, parsed.data);
  }
  return nodes;
}

function findCriterion(nodes: ReadonlyMap<string, Node>, item: Node, issues: IssueList): Node | undefined {
  const passed = new Set([item.urn]);
  for (let at = item; at.parent_urn; ) {
    const parent = nodes.get(at.parent_urn);
    if (!parent || passed.has(parent.urn)) {
      issues.add({ id: item.urn }, "parent_urn", {
        issue: parent ? "must not lead back to the same node" : "must be the urn of a node",
        mend: "Set it to the urn of the node above, or leave parent_urn out",
        value: at.parent_urn,
      });
      return undefined;
    }
    if (!parent.assessable) return parent;
    passed.add(parent.urn);
    at = parent;
  }
  return undefined;
}

function criterionTitle({ ref_id, name, description, urn }: Node): string {
  return cut([ref_id, name ?? description].filter(Boolean).join(" ") || urn);
}

function cut(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  return line.length <= 300 ? line : `${line.slice(0, 299).toWellFormed()}…`;
}

function toRequirementId(label: string): string {
  return label
    .trim()
    .replace(/\s+/g, "-")
    .replace(/[^A-Za-z0-9_().-]+/g, "_")
    .replace(/\.{2,}/g, ".")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, 100)
    .replace(/\.+$/, "");
}
