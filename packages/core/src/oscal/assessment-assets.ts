import type { OscalSource } from "./oscal-source.ts";
import { prop } from "./oscal-text.ts";
import type { UuidOf } from "./uuid-of.ts";

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
