import {
  changeDirectoryGroup,
  createDirectoryGroup,
  getDirectoryGroup,
  listDirectoryGroups,
  removeDirectoryGroup,
} from "@assay/core/scim";
import { readGroup, readGroupPatch } from "./group-draft.ts";
import { readBody } from "./read-body.ts";
import { readFilter } from "./read-filter.ts";
import { created, listOf, noContent, ok, readRange, type ScimRequest } from "./reply.ts";
import { isAskedFor, project, toGroupResource } from "./to-resource.ts";

const FILTERS = {
  id: "id",
  displayname: "displayName",
  externalid: "externalId",
  members: "member",
  "members.value": "member",
} as const;

export const groups = {
  async list({ ctx, query, base, projection }: ScimRequest) {
    const range = readRange(query);
    const asked = { ...range, withMembers: isAskedFor(projection, "members") };
    const { total, groups } = await listDirectoryGroups(ctx, readFilter(query.get("filter"), FILTERS), asked);
    const resources = groups.map((group) => project(toGroupResource(group, base), projection));
    return listOf(resources, { total, startIndex: range.offset + 1 });
  },
  async get({ ctx, id, base, projection }: ScimRequest) {
    const group = await getDirectoryGroup(ctx, id, { withMembers: isAskedFor(projection, "members") });
    return ok(project(toGroupResource(group, base), projection));
  },
  async create({ ctx, request, base, projection }: ScimRequest) {
    const group = await createDirectoryGroup(ctx, readGroup(await readBody(request)));
    return created(project(toGroupResource(group, base), projection), `${base}/Groups/${group.id}`);
  },
  async replace({ ctx, request, id, base, projection }: ScimRequest) {
    const fields = readGroup(await readBody(request));
    return ok(project(toGroupResource(await changeDirectoryGroup(ctx, id, () => fields), base), projection));
  },
  /** Without the group in the reply, which may be long. */
  async patch({ ctx, request, id }: ScimRequest) {
    await changeDirectoryGroup(ctx, id, readGroupPatch(await readBody(request)));
    return noContent();
  },
  async remove({ ctx, id }: ScimRequest) {
    await removeDirectoryGroup(ctx, id);
    return noContent();
  },
};
