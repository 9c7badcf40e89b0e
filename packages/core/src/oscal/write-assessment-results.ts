import { type Assessment, canonicalJson, type Review, type SignOff } from "@assay/contract";
import { assessmentAssets } from "./assessment-assets.ts";
import { documentResources } from "./document-resources.ts";
import { toFinding } from "./finding.ts";
import { metadataOf, roleId } from "./metadata.ts";
import { type OscalSource, soundOf, type ToldByPeople, type ToldDocument } from "./oscal-source.ts";
import { listed, OSCAL_NS, prop, tokensOf, toLine } from "./oscal-text.ts";
import { reviewedControls } from "./reviewed-controls.ts";
import { exceptionRisk, inheritedRisk, reviewRisk } from "./risks.ts";
import { type UuidOf, uuidsOf } from "./uuid-of.ts";

const MADE_BEFORE =
  "Made when the run ended: it holds no reviews, exceptions and sign-offs, as there were none of this run yet or they may have changed since.";
const MADE_WITH = "The findings are the engine's; what people say of them is in properties, risks and attestations.";

/** OSCAL assessment results: a finding per verdict, an observation per citation. RFC 8785, without a line break. */
export async function writeAssessmentResults(source: OscalSource): Promise<string> {
  const { run, people } = source;
  const uuidOf = uuidsOf(run.id);
  const kind = people === null ? "export" : source.asOf;
  return canonicalJson({
    "assessment-results": {
      uuid: await uuidOf(`assessment-results/${kind}`),
      metadata: await metadataOf(source, "Assessment results", uuidOf),
      "import-ap": { href: "assessment-plan.json" },
      results: [await toResult(source, uuidOf)],
      ...(await resourcesOf(source, uuidOf)),
    },
  });
}

async function toResult(source: OscalSource, uuidOf: UuidOf) {
  const { run, assessments, people } = source;
  const tokens = tokensOf(source.requirements.map(({ requirementId }) => requirementId));
  const documents = new Map(source.documents.map((each) => [each.documentId, each]));
  const observations = await Promise.all(assessments.map((each) => observationsOf({ run, documents }, each, uuidOf)));
  const risks = await risksOf(source, uuidOf);
  return {
    uuid: await uuidOf("result"),
    title: "Verdicts of the run",
    description: people === null ? MADE_BEFORE : MADE_WITH,
    start: run.startedAt,
    ...(run.completedAt === undefined ? {} : { end: run.completedAt }),
    props: [...countProps(source), ...damagedProps(people), ...prop("snapshot-sha256", source.snapshotHash)],
    "local-definitions": { "assessment-assets": await assessmentAssets(source, uuidOf) },
    "reviewed-controls": reviewedControls(source, tokens),
    ...listed("attestations", await attestationsOf(people, uuidOf)),
    ...listed("observations", observations.flat()),
    ...listed("risks", risks.all),
    ...listed("findings", await findingsOf(source, { tokens, observations, riskUuids: risks.of }, uuidOf)),
  };
}

interface Found {
  readonly tokens: ReadonlyMap<string, string>;
  /** Of each assessment, in their order. */
  readonly observations: readonly (readonly { readonly uuid: string }[])[];
  readonly riskUuids: (assessment: Assessment) => readonly string[];
}

function findingsOf({ requirements, assessments, people }: OscalSource, found: Found, uuidOf: UuidOf) {
  const byId = new Map(requirements.map((requirement) => [requirement.requirementId, requirement]));
  const reviews = Map.groupBy(sequenced(people), ({ requirementId }) => requirementId);
  const exceptions = Map.groupBy(soundOf(people?.exceptions ?? []), ({ requirementId }) => requirementId);
  return Promise.all(
    assessments.map((assessment, at) => {
      const { requirementId } = assessment;
      const parts = {
        token: found.tokens.get(requirementId)!,
        requirement: byId.get(requirementId),
        reviews: reviews.get(requirementId) ?? [],
        exceptionIds: (exceptions.get(requirementId) ?? []).map(({ id }) => id),
        observationUuids: found.observations[at]!.map(({ uuid }) => uuid),
        riskUuids: found.riskUuids(assessment),
      };
      return toFinding(assessment, parts, uuidOf);
    }),
  );
}

function sequenced(people: ToldByPeople | null): Review[] {
  return soundOf<Review>(people?.reviews ?? []).sort((a, b) => a.sequence - b.sequence);
}

/** One for each passage that the verdict cites, in its order. */
function observationsOf(
  { run, documents }: Pick<OscalSource, "run"> & { readonly documents: ReadonlyMap<string, ToldDocument> },
  { requirementId, citations, citationNotes = [] }: Assessment,
  uuidOf: UuidOf,
) {
  return Promise.all(
    citations.map(async ({ documentId, chunkId, text, pageNumber }, index) => {
      const document = documents.get(documentId);
      const note = citationNotes.find((each) => each.index === index);
      const resource = await uuidOf(`document/${documentId}`);
      return {
        uuid: await uuidOf(`citation/${requirementId}/${index}`),
        title: `Passage ${index + 1} for ${requirementId}`,
        description: `A passage of the document ${toLine(document?.originalFilename ?? documentId)}.`,
        props: [...prop("requirement-id", requirementId), ...prop("citation-index", index)],
        methods: ["EXAMINE"],
        types: ["control-objective"],
        subjects: [{ "subject-uuid": resource, type: "resource" }],
        "relevant-evidence": [
          {
            href: `#${resource}`,
            description: text,
            props: [
              ...prop("document-id", documentId),
              ...prop("chunk-id", chunkId),
              ...prop("page", pageNumber),
              ...prop("weak", note?.weak),
              ...prop("text-source", note?.textSource),
              ...prop("certainty", note?.certainty),
            ],
          },
        ],
        collected: run.startedAt,
        ...(document?.expiresAt ? { expires: `${document.expiresAt}T23:59:59Z` } : {}),
      };
    }),
  );
}

async function risksOf({ assessments, people }: OscalSource, uuidOf: UuidOf) {
  const exceptions = soundOf(people?.exceptions ?? []);
  const newest = new Map(sequenced(people).map((review) => [review.requirementId, review]));
  const disagreeing = [...newest.values()].filter(({ decision }) => decision !== "AGREED");
  const sources = new Set(assessments.flatMap(({ reusedFromRunId }) => reusedFromRunId ?? []));
  const ofExceptions = await Promise.all(
    exceptions.map(async (each) => ({ of: each.requirementId, risk: await exceptionRisk(each, uuidOf) })),
  );
  const ofReviews = await Promise.all(
    disagreeing.map(async (each) => ({ of: each.requirementId, risk: await reviewRisk(each, uuidOf) })),
  );
  const inherited = new Map(
    await Promise.all([...sources].sort().map(async (id) => [id, await inheritedRisk(id, uuidOf)] as const)),
  );
  const byRequirement = Map.groupBy([...ofExceptions, ...ofReviews], (each) => each.of);
  return {
    all: [...ofExceptions.map(({ risk }) => risk), ...ofReviews.map(({ risk }) => risk), ...inherited.values()],
    of: ({ requirementId, reusedFromRunId }: Assessment): string[] => [
      ...(byRequirement.get(requirementId) ?? []).map(({ risk }) => risk.uuid),
      ...(reusedFromRunId === undefined ? [] : [inherited.get(reusedFromRunId)!.uuid]),
    ],
  };
}

/** Every act of signing in its order, also those that a later one ended. */
function attestationsOf(people: ToldByPeople | null, uuidOf: UuidOf) {
  return Promise.all(
    soundOf<SignOff>(people?.signOffs ?? []).map(async (signOff) => ({
      "responsible-parties": [
        { "role-id": roleId(signOff.role), "party-uuids": [await uuidOf(`party/${signOff.signerId}`)] },
      ],
      parts: [
        {
          uuid: await uuidOf(`sign-off/${signOff.id}`),
          ns: OSCAL_NS,
          name: "sign-off",
          props: [
            ...prop("sign-off-id", signOff.id),
            ...prop("sign-off-sequence", signOff.sequence),
            ...prop("act", signOff.act),
            ...prop("role", signOff.role),
            ...prop("signer-role", signOff.signerRole),
            ...prop("standing", signOff.standing),
            ...prop("key-id", signOff.keyId),
            ...prop("signature", signOff.signature),
            ...prop("signed-at", signOff.createdAt),
          ],
          prose: signOff.statement,
        },
      ],
    })),
  );
}

function countProps({ requirements, assessments, people }: OscalSource) {
  const withStatus = (status: Assessment["status"]) => assessments.filter((each) => each.status === status).length;
  const notJudged = assessments.filter(({ flags = [] }) => flags.includes("NOT_JUDGED")).length;
  return [
    ...prop("requirements", requirements.length),
    ...prop("assessed", assessments.length),
    ...prop("complete", withStatus("COMPLETE")),
    ...prop("partial", withStatus("PARTIAL")),
    ...prop("missing", withStatus("MISSING")),
    ...prop("failed", withStatus("FAILED")),
    ...prop("not-judged", notJudged),
    ...prop(
      "citations",
      assessments.reduce((sum, { citations }) => sum + citations.length, 0),
    ),
    ...(people === null
      ? []
      : [
          ...prop("reviews", soundOf<Review>(people.reviews).length),
          ...prop("exceptions", soundOf(people.exceptions).length),
          ...prop("sign-offs", soundOf<SignOff>(people.signOffs).length),
        ]),
  ];
}

/** What is stored otherwise than it was recorded is named, and nothing of it is told. */
function damagedProps(people: ToldByPeople | null) {
  const idsOf = (items: readonly { readonly id: string }[]) =>
    items.filter((item) => "damaged" in item).map(({ id }) => id);
  return [
    ...idsOf(people?.reviews ?? []).flatMap((id) => prop("damaged-review", id)),
    ...(people?.withheldReviews ?? []).flatMap((id) => prop("withheld-review", id)),
    ...idsOf(people?.exceptions ?? []).flatMap((id) => prop("damaged-exception", id)),
    ...idsOf(people?.signOffs ?? []).flatMap((id) => prop("damaged-sign-off", id)),
  ];
}

/** The cited documents and, where there is one, the snapshot. */
async function resourcesOf(source: OscalSource, uuidOf: UuidOf) {
  const cited = new Set(source.assessments.flatMap(({ citations }) => citations.map(({ documentId }) => documentId)));
  const documents = source.documents.filter(({ documentId }) => cited.has(documentId));
  for (const { documentId } of documents) cited.delete(documentId);
  const resources = [
    ...(await snapshotResource(source, uuidOf)),
    ...(await documentResources(documents, uuidOf)),
    ...(await Promise.all([...cited].map((id) => unknownResource(id, uuidOf)))),
  ];
  return resources.length === 0 ? {} : { "back-matter": { resources } };
}

async function snapshotResource({ snapshotHash }: OscalSource, uuidOf: UuidOf) {
  if (snapshotHash === null) return [];
  const hashes = [{ algorithm: "SHA-256", value: snapshotHash }];
  const rlinks = [{ href: "snapshot.json", "media-type": "application/json", hashes }];
  return [{ uuid: await uuidOf("snapshot"), title: "Snapshot of the run", rlinks }];
}

async function unknownResource(documentId: string, uuidOf: UuidOf) {
  return {
    uuid: await uuidOf(`document/${documentId}`),
    title: documentId,
    description: "A cited document of which the run holds no name and hash.",
    props: prop("document-id", documentId),
  };
}
