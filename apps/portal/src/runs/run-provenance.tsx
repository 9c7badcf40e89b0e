import { Part } from "@assay/site/part";
import { RunPins } from "./run-pins.tsx";
import type { RunTabProps } from "./run-tab.ts";
import { StepList } from "./step-list.tsx";

/** How a run was made: its steps, and the versions that it was held to. */
export function RunProvenance({ run, steps }: RunTabProps) {
  return (
    <>
      <Part title="Steps">
        <StepList steps={steps} />
      </Part>
      <Part title="Pinned">
        <RunPins run={run} />
      </Part>
    </>
  );
}
