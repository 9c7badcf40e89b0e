import { type OscalSource, soundOf } from "./oscal-source.ts";
import { listed, type OscalProp, prop, toLine } from "./oscal-text.ts";
import type { UuidOf } from "./uuid-of.ts";

/** The model that the documents are written in: nothing that 1.2 added is used, so tools of both read them. */
const OSCAL_VERSION = "1.1.3";

const ROLES = { PREPARED: "Prepared", REVIEWED: "Reviewed", APPROVED: "Approved" } as const;

export function roleId(role: keyof typeof ROLES): string {
  return role.toLowerCase();
}

/** With the persons whom the document names, each once. */
export async function metadataOf(
  { run, packName, asOf, people }: OscalSource,
  title: string,
  uuidOf: UuidOf,
  props: readonly OscalProp[] = [],
) {
  const named = people === null ? [] : personsOf(people);
  const roles = people === null ? [] : soundOf(people.signOffs).map(({ role }) => role);
  return {
    title: toLine(`${title}: ${packName}`),
    "last-modified": asOf,
    version: asOf,
    "oscal-version": OSCAL_VERSION,
    props: [...prop("run-id", run.id), ...prop("tenant-id", run.tenantId), ...prop("pack-id", run.packId), ...props],
    ...listed(
      "roles",
      Object.entries(ROLES)
        .filter(([role]) => roles.includes(role as keyof typeof ROLES))
        .map(([role, named]) => ({ id: roleId(role as keyof typeof ROLES), title: named })),
    ),
    ...listed(
      "parties",
      await Promise.all(
        named.map(async ({ id, name }) => ({
          uuid: await uuidOf(`party/${id}`),
          type: "person",
          name: toLine(name ?? id),
          props: prop("user-id", id),
        })),
      ),
    ),
  };
}

function personsOf({ reviews, signOffs, exceptions }: NonNullable<OscalSource["people"]>) {
  const persons = new Map<string, string | null>();
  for (const { ownerId, approvedBy } of soundOf(exceptions))
    for (const id of [ownerId, approvedBy]) if (id) persons.set(id, persons.get(id) ?? null);
  for (const { reviewerId, reviewerName } of soundOf(reviews)) persons.set(reviewerId, reviewerName);
  for (const { signerId, signerName } of soundOf(signOffs)) persons.set(signerId, signerName);
  return [...persons].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, name]) => ({ id, name }));
}
