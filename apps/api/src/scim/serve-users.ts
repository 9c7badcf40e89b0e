import {
  changeDirectoryUser,
  createDirectoryUser,
  getDirectoryUser,
  listDirectoryUsers,
  removeDirectoryUser,
} from "@assay/core/scim";
import { readBody } from "./read-body.ts";
import { readFilter } from "./read-filter.ts";
import { created, listOf, noContent, ok, readRange, type ScimRequest } from "./reply.ts";
import { project, toUserResource } from "./to-resource.ts";
import { readUser, readUserPatch } from "./user-draft.ts";

const FILTERS = {
  id: "id",
  username: "userName",
  externalid: "externalId",
  emails: "email",
  "emails.value": "email",
  'emails[type eq "work"]': "email",
  'emails[type eq "work"].value': "email",
} as const;

async function changed({ ctx, parts, id, base, projection }: ScimRequest, change: ReturnType<typeof readUserPatch>) {
  return ok(project(toUserResource(await changeDirectoryUser(ctx, parts, id, change), base), projection));
}

export const users = {
  async list({ ctx, query, base, projection }: ScimRequest) {
    const range = readRange(query);
    const { total, users } = await listDirectoryUsers(ctx, readFilter(query.get("filter"), FILTERS), range);
    const resources = users.map((user) => project(toUserResource(user, base), projection));
    return listOf(resources, { total, startIndex: range.offset + 1 });
  },
  async get({ ctx, id, base, projection }: ScimRequest) {
    return ok(project(toUserResource(await getDirectoryUser(ctx, id), base), projection));
  },
  async create({ ctx, parts, request, base, projection }: ScimRequest) {
    const user = await createDirectoryUser(ctx, parts, readUser(await readBody(request)));
    return created(project(toUserResource(user, base), projection), `${base}/Users/${user.id}`);
  },
  replace: async (asked: ScimRequest) => {
    const fields = readUser(await readBody(asked.request));
    return changed(asked, () => fields);
  },
  patch: async (asked: ScimRequest) => changed(asked, readUserPatch(await readBody(asked.request))),
  async remove({ ctx, parts, id }: ScimRequest) {
    await removeDirectoryUser(ctx, parts, id);
    return noContent();
  },
};
