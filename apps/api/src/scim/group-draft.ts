import type { GroupFields } from "@assay/core/scim";
import { type Attributes, isObject, readOptional, readRequired } from "./read-body.ts";
import { type PatchOperation, readPatch, readResource } from "./read-patch.ts";
import { quote, refuse } from "./refuse.ts";
import { GROUP } from "./urns.ts";

const NAME_MAX = 256;
const READ_ONLY = new Set(["id", "meta"]);

type Draft = Omit<GroupFields, "displayName"> & { readonly displayName: string | null };

/** What the body of POST and PUT says. Throws invalidSyntax, invalidValue. */
export function readGroup(body: Attributes): GroupFields {
  const empty: Draft = { displayName: null, externalId: null, members: new Set() };
  return finish(readResource(body, GROUP).reduce(apply, empty));
}

/** What the body of PATCH makes of a group. Throws as `readPatch`, and invalidValue, mutability. */
export function readGroupPatch(body: Attributes): (before: GroupFields) => GroupFields {
  const operations = readPatch(body, GROUP);
  return (before) => finish(operations.reduce(apply, before));
}

function finish({ displayName, ...draft }: Draft): GroupFields {
  return { displayName: readRequired("displayName", displayName, NAME_MAX), ...draft };
}

function apply(draft: Draft, operation: PatchOperation): Draft {
  const { op, path, value, isNamed } = operation;
  if (!path) return draft;
  const given = op === "remove" ? null : value;
  switch (path.attribute) {
    case "displayname":
      return { ...draft, displayName: readRequired("displayName", given, NAME_MAX) };
    case "externalid":
      return { ...draft, externalId: readOptional("externalId", given, NAME_MAX) };
    case "members":
      return { ...draft, members: changeMembers(draft.members, operation) };
    default:
      if (!isNamed) return draft;
      if (READ_ONLY.has(path.attribute))
        throw refuse("mutability", `Cannot change '${path.attribute}': it is read-only`);
      throw refuse("invalidPath", `Cannot find the attribute ${quote(path.attribute)} of a group`);
  }
}

function changeMembers(before: ReadonlySet<string>, { op, path, value }: PatchOperation): ReadonlySet<string> {
  if (path?.filter !== undefined) {
    const id = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(path.filter)?.[1];
    if (op !== "remove" || id === undefined)
      throw refuse("invalidPath", `Cannot read the path because it must be members[value eq "…"], to remove one`);
    return before.difference(new Set([id]));
  }
  if (op === "remove") return value === undefined || value === null ? new Set() : before.difference(readIds(value));
  return op === "add" ? before.union(readIds(value)) : readIds(value);
}

function readIds(value: unknown): ReadonlySet<string> {
  if (value === null || value === undefined) return new Set();
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return new Set(
    list.map((member) => {
      const id = isObject(member) ? member.value : member;
      if (typeof id === "string") return id;
      throw refuse("invalidValue", "Cannot read 'members' because each must have the id of a user as its 'value'");
    }),
  );
}
