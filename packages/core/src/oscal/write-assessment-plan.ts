import { canonicalJson } from "@assay/contract";
import { assessmentAssets } from "./assessment-assets.ts";
import { documentResources } from "./document-resources.ts";
import { metadataOf } from "./metadata.ts";
import type { OscalSource } from "./oscal-source.ts";
import { listed, prop, tokensOf, toLine } from "./oscal-text.ts";
import { controlId, reviewedControls } from "./reviewed-controls.ts";
import { uuidsOf } from "./uuid-of.ts";

/** OSCAL assessment plan: what was judged, by what method, over which evidence set. RFC 8785, without a line break. */
export async function writeAssessmentPlan(source: OscalSource): Promise<string> {
  const { run, requirements, documents, configuration } = source;
  const uuidOf = uuidsOf(run.id);
  const tokens = tokensOf(requirements.map(({ requirementId }) => requirementId));
  const resources = await documentResources(documents, uuidOf);
  const noSsp = await uuidOf("no-system-security-plan");
  const judged = documents.filter(({ judged }) => judged);
  return canonicalJson({
    "assessment-plan": {
      uuid: await uuidOf(`assessment-plan/${source.asOf}`),
      metadata: await metadataOf({ ...source, people: null }, "Assessment plan", uuidOf, [
        ...prop("period-from", configuration.period?.from),
        ...prop("period-to", configuration.period?.to),
      ]),
      "import-ssp": { href: `#${noSsp}`, remarks: "The service was given no system security plan." },
      "local-definitions": {
        ...listed("objectives-and-methods", objectivesOf(requirements, tokens)),
        activities: [
          {
            uuid: await uuidOf("activity/examine"),
            title: "Examine the evidence set",
            description:
              "Passages of the documents are found for each requirement, and an assessor judges by them. Nobody is interviewed and nothing is tested.",
            props: [{ name: "method", value: "EXAMINE" }],
          },
        ],
      },
      "reviewed-controls": reviewedControls(source, tokens),
      ...listed(
        "assessment-subjects",
        judged.length === 0
          ? []
          : [
              {
                type: "resource",
                description: "The evidence set, as the run fixed it when it started.",
                "include-subjects": await Promise.all(
                  judged.map(async ({ documentId }) => ({
                    "subject-uuid": await uuidOf(`document/${documentId}`),
                    type: "resource",
                  })),
                ),
              },
            ],
      ),
      "assessment-assets": await assessmentAssets(source, uuidOf),
      "back-matter": {
        resources: [
          { uuid: noSsp, title: "No system security plan", description: "The service was given none." },
          ...resources,
        ],
      },
    },
  });
}

function objectivesOf(requirements: OscalSource["requirements"], tokens: ReadonlyMap<string, string>) {
  return [...Map.groupBy(requirements, ({ criterionId }) => criterionId)].map(([criterionId, items]) => ({
    "control-id": controlId(criterionId),
    description: items[0]!.criterionTitle,
    parts: items.map(({ requirementId, title, expectation }) => ({
      id: tokens.get(requirementId)!,
      name: "assessment-objective",
      title: toLine(requirementId),
      props: [
        ...prop("requirement-id", requirementId),
        ...prop("evidence-kind", expectation?.kind),
        ...prop("every", expectation?.every),
      ],
      prose: title,
    })),
  }));
}
