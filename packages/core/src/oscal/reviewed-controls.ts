import type { OscalSource } from "./oscal-source.ts";

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
