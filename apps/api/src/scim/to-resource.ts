import type { DirectoryGroup, DirectoryUser } from "@assay/core/scim";
import type { Attributes } from "./read-body.ts";
import { GROUP, USER } from "./urns.ts";

/** `base` is the address of `/scim/v2` as the directory calls it. */
export function toUserResource(user: DirectoryUser, base: string): Attributes {
  const { id, userName, email, externalId, displayName, givenName, familyName, active } = user;
  const name = { ...(givenName !== null && { givenName }), ...(familyName !== null && { familyName }) };
  return {
    schemas: [USER],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName !== null && { displayName }),
    emails: [{ value: email, type: "work", primary: true }],
    active,
    groups: user.groups.map((group) => ({
      value: group.id,
      $ref: `${base}/Groups/${group.id}`,
      display: group.displayName,
    })),
    meta: metaOf("User", `${base}/Users/${id}`, user),
  };
}

export function toGroupResource(group: DirectoryGroup, base: string): Attributes {
  const { id, externalId, displayName } = group;
  return {
    schemas: [GROUP],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    members: group.members.map((member) => ({
      value: member.id,
      $ref: `${base}/Users/${member.id}`,
      display: member.userName,
    })),
    meta: metaOf("Group", `${base}/Groups/${id}`, group),
  };
}

function metaOf(resourceType: string, location: string, times: { createdAt: Date; updatedAt: Date }) {
  const { createdAt, updatedAt } = times;
  return { resourceType, created: createdAt.toISOString(), lastModified: updatedAt.toISOString(), location };
}

/** Which attributes a request asks for, in lower case and without what is below them. */
export interface Projection {
  readonly only?: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
}

export function readProjection(query: URLSearchParams): Projection {
  const names = (parameter: string) =>
    (query.get(parameter) ?? "")
      .toLowerCase()
      .split(",")
      .map((name) => name.trim().replace(/^urn:.*:(user|group):/, ""))
      .map((name) => name.split(".")[0]!)
      .filter((name) => name !== "");
  const only = names("attributes");
  return { ...(only.length > 0 && { only: new Set(only) }), without: new Set(names("excludedAttributes")) };
}

export function isAskedFor({ only, without }: Projection, attribute: string): boolean {
  return (only?.has(attribute) ?? true) && !without.has(attribute);
}

/** What is asked for, with what a resource always has. */
export function project(resource: Attributes, projection: Projection): Attributes {
  const kept = Object.entries(resource).filter(
    ([name]) => name === "schemas" || name === "id" || isAskedFor(projection, name.toLowerCase()),
  );
  return Object.fromEntries(kept);
}
