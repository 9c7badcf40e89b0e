/** A node of the accessibility tree as Chromium gives it, by `Accessibility.getFullAXTree`. */
export interface AxNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

const CONTROLS = new Set([
  ...["button", "link", "checkbox", "radio", "switch", "tab", "combobox", "textbox", "searchbox", "slider"],
  ...["spinbutton", "menuitem", "DisclosureTriangle"],
]);
/** What gives the controls in it a place, where it has a name. */
const PLACES = new Set([
  ...["region", "navigation", "complementary", "form", "search", "group", "radiogroup", "dialog", "alertdialog"],
  ...["list", "table", "grid", "tree", "menu", "listbox", "tablist", "tabpanel", "toolbar", "article", "banner"],
]);
/** Whose day, month and year are the browser's. */
const OF_ONE_FIELD = new Set(["Date", "DateTime", "InputTime"]);
const ROWS = new Set(["listitem", "row", "article", "treeitem"]);

/**
 * Headings and controls that are there twice: of the same role and name, in the same place. A place is the chain of
 * named regions, groups, lists and dialogs around it. A row is none, as anyone who hears the names of a list's buttons does
 * not hear in which row each is; but the link to the same address may be in several rows, and so may a heading.
 */
export function findRepeated(nodes: readonly AxNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const groups = Map.groupBy(
    nodes.filter((node) => !node.ignored && isJudged(node, byId)),
    (node) => JSON.stringify([roleOf(node), nameOf(node), placeOf(node, byId)]),
  );
  return [...groups.values()]
    .filter((group) => group.length > 1 && !mayRepeat(group, byId))
    .map((group) => `${group.length} times: ${describe(group[0]!, byId)}`);
}

function isJudged(node: AxNode, byId: ReadonlyMap<string, AxNode>): boolean {
  if (nameOf(node) === "" || ancestorsOf(node, byId).some((each) => OF_ONE_FIELD.has(roleOf(each)))) return false;
  return roleOf(node) === "heading" || (CONTROLS.has(roleOf(node)) && propertyOf(node, "disabled") !== true);
}

function mayRepeat(group: readonly AxNode[], byId: ReadonlyMap<string, AxNode>): boolean {
  const [first] = group as readonly [AxNode];
  if (roleOf(first) === "link") {
    const addresses = new Set(group.map((node) => propertyOf(node, "url")));
    return addresses.size === 1 && areInRowsOfTheirOwn(group, byId);
  }
  return roleOf(first) === "heading" && areInRowsOfTheirOwn(group, byId);
}

function areInRowsOfTheirOwn(group: readonly AxNode[], byId: ReadonlyMap<string, AxNode>): boolean {
  const rows = group.map((node) => ancestorsOf(node, byId).find((each) => ROWS.has(roleOf(each)))?.nodeId);
  return !rows.includes(undefined) && new Set(rows).size === group.length;
}

function placeOf(node: AxNode, byId: ReadonlyMap<string, AxNode>): string {
  return ancestorsOf(node, byId)
    .filter((each) => !each.ignored && PLACES.has(roleOf(each)) && nameOf(each) !== "")
    .map((each) => `${roleOf(each)} “${nameOf(each)}”`)
    .toReversed()
    .join(" › ");
}

function ancestorsOf(node: AxNode, byId: ReadonlyMap<string, AxNode>): AxNode[] {
  const found: AxNode[] = [];
  for (let at = node.parentId; at !== undefined; at = found.at(-1)!.parentId) {
    const parent = byId.get(at);
    if (!parent) break;
    found.push(parent);
  }
  return found;
}

function describe(node: AxNode, byId: ReadonlyMap<string, AxNode>): string {
  const place = placeOf(node, byId);
  return `${roleOf(node)} “${nameOf(node)}”${place && ` in ${place}`}`;
}

const roleOf = ({ role }: AxNode) => String(role?.value ?? "");
const nameOf = ({ name }: AxNode) => String(name?.value ?? "").trim();
const propertyOf = ({ properties }: AxNode, wanted: string) =>
  properties?.find(({ name }) => name === wanted)?.value.value;
