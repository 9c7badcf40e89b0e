import type { SegmentSink } from "../child/segment-sink.ts";
import { markText } from "../text/marked-text.ts";
import { shorten } from "../text/shorten.ts";
import { type Fields, isFields, listLines, listOf, type Value, valueAt, wordsAt } from "./value.ts";

const BLOCK_LENGTH = 1400;
const TITLE_LENGTH_MAX = 120;
const ABOUT_LENGTH_MAX = 200;

interface FoundRecord {
  readonly record: Value;
  /** The records that it is in, the outermost first. */
  readonly above: readonly Value[];
}

interface RecordFormat {
  /** What people call a record. */
  readonly noun: string;
  matches(root: Value): boolean;
  /** Where the records are: names of fields, lists passed through. */
  readonly paths: readonly (readonly string[])[];
  /** `above` are the records that it is in, the outermost first. */
  title(record: Value, above: readonly Value[]): string;
  /** What another place in the file says of it. */
  about?(record: Value, above: readonly Value[]): string;
  /** The records that one is told as; itself without it. */
  split?(found: FoundRecord): readonly FoundRecord[];
}

const FORMATS: readonly RecordFormat[] = [
  {
    noun: "Finding",
    matches: (root) => listOf(valueAt(root, "runs")).some((run) => valueAt(run, "tool") !== undefined),
    paths: [["runs", "results"]],
    title: (result) => [wordsAt(result, "ruleId"), wordsAt(result, "message", "text")].filter(Boolean).join(" "),
    about: describeRule,
  },
  {
    noun: "Finding",
    matches: (root) => listOf(valueAt(root, "Findings") ?? root).every((each) => wordsAt(each, "ProductArn") !== ""),
    paths: [["Findings"], []],
    title: (finding) => wordsAt(finding, "Title"),
  },
  {
    noun: "Component",
    matches: (root) => wordsAt(root, "bomFormat") === "CycloneDX" || /cyclonedx/.test(wordsAt(root, "bom", "xmlns")),
    paths: [
      ["components"],
      ["vulnerabilities"],
      ["services"],
      ["bom", "components", "component"],
      ["bom", "vulnerabilities", "vulnerability"],
    ],
    title: (part) => [wordsAt(part, "id"), wordsAt(part, "name"), wordsAt(part, "version")].filter(Boolean).join(" "),
  },
  {
    noun: "Package",
    matches: (root) => wordsAt(root, "spdxVersion") !== "" && wordsAt(root, "SPDXID") !== "",
    paths: [["packages"]],
    title: (part) => [wordsAt(part, "name"), wordsAt(part, "versionInfo")].filter(Boolean).join(" "),
  },
  {
    noun: "Check",
    matches: (root) => valueAt(root, "CHECKLIST", "STIGS") !== undefined,
    paths: [["CHECKLIST", "STIGS", "iSTIG", "VULN"]],
    title: (check) => [attributeOf(check, "Vuln_Num"), attributeOf(check, "Rule_Title")].filter(Boolean).join(" "),
  },
  {
    noun: "Check",
    matches: (root) => wordsAt(root, "cklb_version") !== "",
    paths: [["stigs", "rules"]],
    title: (check) => [wordsAt(check, "group_id"), wordsAt(check, "rule_title")].filter(Boolean).join(" "),
  },
  {
    noun: "Finding",
    matches: (root) => valueAt(root, "NessusClientData_v2", "Report") !== undefined,
    paths: [["NessusClientData_v2", "Report", "ReportHost", "ReportItem"]],
    title: (item, above) => [wordsAt(above.at(-1), "name"), wordsAt(item, "pluginName")].filter(Boolean).join(" "),
    about: (_, above) => `host: ${wordsAt(above.at(-1), "name")}`,
  },
  {
    noun: "Statement",
    matches: (root) =>
      valueAt(root, "component-definition", "metadata") !== undefined ||
      valueAt(root, "system-security-plan", "metadata") !== undefined,
    paths: [
      ["component-definition", "components", "control-implementations", "implemented-requirements"],
      ["component-definition", "capabilities", "control-implementations", "implemented-requirements"],
      ["system-security-plan", "control-implementation", "implemented-requirements"],
    ],
    title: (statement, above) =>
      [wordsAt(statement, "statement-id") || controlOf(statement, above), ownerOf(above)].filter(Boolean).join(", "),
    about: (statement, above) =>
      [`control: ${controlOf(statement, above)}`, ownerOf(above) && `component: ${ownerOf(above)}`]
        .filter(Boolean)
        .join("\n"),
    split: splitStatements,
  },
];

/** OSCAL: what is implemented of a control as a whole, then each of its statements. */
function splitStatements({ record, above }: FoundRecord): readonly FoundRecord[] {
  const statements = listOf(valueAt(record, "statements"));
  if (!isFields(record) || statements.length === 0) return [{ record, above }];
  const whole: Fields = { fields: record.fields.filter(([name]) => name !== "statements") };
  const saysMore = whole.fields.some(([name]) => !OF_EACH_CONTROL.has(name));
  return [
    ...(saysMore ? [{ record: whole, above }] : []),
    ...statements.map((statement) => ({ record: withStateOf(record, statement), above: [...above, record] })),
  ];
}

const STATE_PARTS_MAX = 20;
const STATE_WORDS_MAX = 500;

/** A statement with what its control says of its state, such as that it is planned: without it, it reads as done. */
function withStateOf(control: Fields, statement: Value): Value {
  if (!isFields(statement)) return statement;
  const own = new Set(listOf(valueAt(statement, "props")).map((prop) => wordsAt(prop, "name")));
  const props = listOf(valueAt(control, "props")).filter((prop) => !own.has(wordsAt(prop, "name")));
  const byComponents = listOf(valueAt(control, "by-components")).flatMap((part): Fields[] => {
    const state = valueAt(part, "implementation-status");
    return state === undefined ? [] : [{ fields: [["implementation-status", state]] }];
  });
  const repeated: [string, Value | undefined][] = [
    ["props", props.slice(0, STATE_PARTS_MAX)],
    ["implementation-status", valueAt(control, "implementation-status")],
    ["by-components", byComponents.slice(0, STATE_PARTS_MAX)],
    ["remarks", valueAt(control, "remarks")],
  ];
  const told = repeated.flatMap(([name, value]): [string, Value][] =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, cutWords(value)]],
  );
  return { fields: [...told, ...statement.fields] };
}

/** A control may have many statements, and each repeats it. */
function cutWords(value: Value): Value {
  if (typeof value === "string") return shorten(value, STATE_WORDS_MAX);
  if (!isFields(value)) return value.slice(0, STATE_PARTS_MAX).map(cutWords);
  return {
    fields: value.fields.slice(0, STATE_PARTS_MAX).map(([name, content]) => [name, cutWords(content)] as const),
  };
}

const OF_EACH_CONTROL = new Set(["uuid", "control-id"]);

/** As OSCAL writes the id, and as people do: `ac-2.1, AC-2(1)`. */
function controlOf(statement: Value, above: readonly Value[]): string {
  const id = wordsAt(statement, "control-id") || wordsAt(above.at(-1), "control-id");
  const [, family, number, enhancement] = /^([a-z]{2,3})-(\d+)(?:\.(\d+))?$/.exec(id) ?? [];
  if (family === undefined) return id;
  return `${id}, ${family.toUpperCase()}-${number}${enhancement === undefined ? "" : `(${enhancement})`}`;
}

/** The component or capability whose implementation it is. */
function ownerOf(above: readonly Value[]): string {
  const owner = above.find((each) => valueAt(each, "control-implementations") !== undefined);
  return wordsAt(owner, "title") || wordsAt(owner, "name");
}

/** A rule is told once in a run, and its results name it. */
function describeRule(result: Value, above: readonly Value[]): string {
  const tool = valueAt(above.at(-1), "tool");
  const rule = findRule(result, tool);
  const said = wordsAt(rule, "shortDescription", "text") || wordsAt(rule, "fullDescription", "text");
  const told = [wordsAt(rule, "name"), said].filter(Boolean).join(": ");
  return [`tool: ${wordsAt(tool, "driver", "name")}`, ...(told === "" ? [] : [`rule: ${told}`])].join("\n");
}

/** By its place in the rules of the part of the tool that is named, where the id there agrees; else by its id. */
function findRule(result: Value, tool: Value | undefined): Value | undefined {
  const known = isFields(tool) ? indexTool(tool) : null;
  const component = valueAt(result, "rule", "toolComponent");
  const part = component === undefined ? valueAt(tool, "driver") : known?.findPart(component);
  const rules = listOf(valueAt(part, "rules"));
  const id = wordsAt(result, "ruleId") || wordsAt(result, "rule", "id");
  const at = wordsAt(result, "ruleIndex") || wordsAt(result, "rule", "index");
  const placed = at === "" ? undefined : rules[Number(at)];
  const placedId = wordsAt(placed, "id");
  if (placed !== undefined && (id === "" || id === placedId || id.startsWith(`${placedId}/`))) return placed;
  const ids = [id, id.slice(0, Math.max(0, id.indexOf("/")))].filter(Boolean);
  return ids.map((each) => byId(rules).get(each) ?? known?.rules.get(each)).find((rule) => rule !== undefined);
}

interface ToolIndex {
  findPart(component: Value): Value | undefined;
  /** Those of all parts by their ids. */
  readonly rules: ReadonlyMap<string, Value>;
}

const tools = new WeakMap<Fields, ToolIndex>();

function indexTool(tool: Fields): ToolIndex {
  const known = tools.get(tool);
  if (known) return known;
  const extensions = listOf(valueAt(tool, "extensions"));
  const parts = [...extensions.toReversed(), ...listOf(valueAt(tool, "driver"))];
  const byName = (name: string) => new Map(parts.map((part) => [wordsAt(part, name), part]));
  const [guids, names] = [byName("guid"), byName("name")];
  const find = (found: ReadonlyMap<string, Value>, key: string) => (key === "" ? undefined : found.get(key));
  const index: ToolIndex = {
    findPart(component) {
      const at = wordsAt(component, "index");
      if (at !== "" && at !== "-1") return extensions[Number(at)];
      return find(guids, wordsAt(component, "guid")) ?? find(names, wordsAt(component, "name"));
    },
    rules: new Map(parts.flatMap((part) => [...byId(listOf(valueAt(part, "rules")))])),
  };
  tools.set(tool, index);
  return index;
}

const rulesById = new WeakMap<readonly Value[], ReadonlyMap<string, Value>>();

function byId(rules: readonly Value[]): ReadonlyMap<string, Value> {
  const known = rulesById.get(rules) ?? new Map(rules.map((rule) => [wordsAt(rule, "id"), rule]));
  rulesById.set(rules, known);
  return known;
}

function attributeOf(check: Value, name: string): string {
  const found = listOf(valueAt(check, "STIG_DATA")).find((each) => wordsAt(each, "VULN_ATTRIBUTE") === name);
  return wordsAt(found, "ATTRIBUTE_DATA");
}

/** Whether the text may be of a format of records, before the work of reading it as one. */
export function mayBeRecords(text: string): boolean {
  return /"(?:runs|Findings|ProductArn|bomFormat|spdxVersion|cklb_version|component-definition|system-security-plan)"|<(?:CHECKLIST|NessusClientData_v2|bom)\b/.test(
    text,
  );
}

/**
 * Writes a file of a format of records: each finding, component or check is a segment, its fields named in each line; what
 * else the file says is in others. False where it is no such file.
 */
export async function writeRecords(root: Value, sink: SegmentSink): Promise<boolean> {
  const format = FORMATS.find((each) => each.matches(root));
  if (!format) return false;
  const found: FoundRecord[] = [];
  const isList = Array.isArray(root);
  const paths = format.paths.filter((path) => (path.length === 0) === isList);
  const tell = (one: FoundRecord) => void found.push(...(format.split?.(one) ?? [one]));
  const rest = without(root, paths, [], (record, above) => tell({ record, above }));
  if (found.length === 0) return false;
  for (const [at, { record, above }] of found.entries()) {
    const title = format.title(record, above);
    const name = `${format.noun} ${at + 1}${title === "" ? "" : `: ${title}`}`;
    const about = format.about?.(record, above) ?? "";
    const lines = [about.slice(0, ABOUT_LENGTH_MAX).toWellFormed(), ...listLines(record)].filter(Boolean);
    await sink.write({
      location: shorten(name, TITLE_LENGTH_MAX),
      context: about.slice(0, ABOUT_LENGTH_MAX).toWellFormed() || null,
      content: markText(lines.join("\n")),
    });
    sink.progress();
  }
  await writeLines(rest, sink);
  return true;
}

/** The value without its records, which are told one by one. */
function without(
  value: Value,
  paths: readonly (readonly string[])[],
  above: readonly Value[],
  tell: (record: Value, above: readonly Value[]) => void,
): Value {
  if (Array.isArray(value)) {
    const isList = paths.some((path) => path.length === 0);
    if (!isList) return value.map((item) => without(item, paths, above, tell));
    for (const item of value) tell(item, above);
    return [];
  }
  if (!isFields(value)) return value;
  if (paths.some((path) => path.length === 0)) {
    tell(value, above);
    return "";
  }
  const fields: Fields["fields"] = value.fields.map(([name, content]) => {
    const inner = paths.flatMap(([first, ...next]) => (first === name ? [next] : []));
    return [name, inner.length > 0 ? without(content, inner, [...above, value], tell) : content];
  });
  return { fields };
}

async function writeLines(rest: Value, sink: SegmentSink): Promise<void> {
  let block: string[] = [];
  let length = 0;
  const flush = async () => {
    if (block.length > 0) await sink.write({ location: "About the file", content: markText(block.join("\n")) });
    [block, length] = [[], 0];
  };
  const [only, ...others] = isFields(rest) ? rest.fields : [];
  const inner = only && others.length === 0 && isFields(only[1]) ? only[1] : rest;
  for (const line of listLines(inner)) {
    if (length > 0 && length + line.length > BLOCK_LENGTH) await flush();
    block.push(line);
    length += line.length + 1;
    sink.progress();
  }
  await flush();
}
