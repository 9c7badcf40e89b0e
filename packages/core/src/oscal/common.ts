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

/** Which requirements are judged: criteria are OSCAL's controls, requirements its control objectives. */
export function reviewedControls({ requirements }: OscalSource, tokens: ReadonlyMap<string, string>) {
  if (requirements.length === 0) return { "control-selections": [{ "include-all": {} }] };
  const controlIds = new Set(requirements.map(({ criterionId }) => controlId(criterionId)));
  return {
    "control-selections": [{ "include-controls": [...controlIds].map((id) => ({ "control-id": id })) }],
    "control-objective-selections": [
      {
        "include-objectives": requirements.map(({ requirementId }) => ({
          "objective-id": tokens.get(requirementId)!,
        })),
      },
    ],
  };
}

export function controlId(criterionId: number): string {
  return `criterion-${criterionId}`;
}

/** What judged: the service, with what the run pins of it. */
export async function assessmentAssets({ configuration }: OscalSource, uuidOf: UuidOf) {
  const component = await uuidOf("component/engine");
  const { assessor, embedder, confidenceThresholds } = configuration;
  return {
    components: [
      {
        uuid: component,
        type: "software",
        title: "Assay",
        description:
          "Reads documents, finds passages and judges each requirement by them. It interviews and tests nothing.",
        props: [
          ...prop("assessor-model", assessor?.model),
          ...prop("prompt-version", assessor?.promptVersion),
          ...prop("embedder-model", embedder?.model),
          ...prop("complete-from", confidenceThresholds?.complete),
          ...prop("partial-from", confidenceThresholds?.partial),
          ...prop("criteria-version-id", configuration.snapshotCriteriaVersionId),
          ...prop("corpus-activation-id", configuration.snapshotCorpusActivationId),
          ...prop("retrieval-version-id", configuration.snapshotRetrievalVersionId),
        ],
        status: { state: "operational" },
      },
    ],
    "assessment-platforms": [
      { uuid: await uuidOf("platform"), title: "Assay", "uses-components": [{ "component-uuid": component }] },
    ],
  };
}

/** The documents as resources, each with its SHA-256; `originals/` is there where the package was asked for with them. */
export function documentResources(documents: OscalSource["documents"], uuidOf: UuidOf) {
  return Promise.all(
    documents.map(async (document) => {
      const extension = /\.[A-Za-z0-9]{1,10}$/.exec(document.originalFilename)?.[0].toLowerCase() ?? "";
      return {
        uuid: await uuidOf(`document/${document.documentId}`),
        title: toLine(document.originalFilename),
        props: [
          { name: "type", value: "evidence" },
          ...prop("document-id", document.documentId),
          ...prop("evidence-kind", document.evidenceKind),
          ...prop("effective-from", document.effectiveDate),
          ...prop("effective-to", document.expiresAt),
          ...prop("judged", document.judged ? "yes" : (document.reason ?? "no")),
        ],
        rlinks: [
          {
            href: `originals/${document.sha256Hash}${extension}`,
            hashes: [{ algorithm: "SHA-256", value: document.sha256Hash }],
          },
        ],
      };
    }),
  );
}
