import { setSearch } from "@assay/site/location";
import { useMedia } from "@assay/site/use-media";
import type { ReactNode } from "react";
import { PanelTabs } from "./panel-tabs.tsx";
import { Panels } from "./panels.tsx";

const WIDE = "(min-width: 64rem)";

interface VerdictPanelsProps {
  readonly requirements: ReactNode;
  readonly evidence: ReactNode;
  readonly assessment: ReactNode;
}

/** Requirements, evidence and assessment: next to each other where there is room, else as tabs. */
export function VerdictPanels({ requirements, evidence, assessment }: VerdictPanelsProps) {
  const panels = [
    { id: "requirements", label: "Requirements", percent: 30, minPx: 240, content: requirements },
    { id: "evidence", label: "Evidence", percent: 40, minPx: 320, content: evidence },
    { id: "assessment", label: "Assessment", percent: 30, minPx: 260, content: assessment },
  ];
  return useMedia(WIDE) ? <Panels panels={panels} /> : <PanelTabs panels={panels} />;
}

/** Goes from the list to the assessment that it selected. */
export function openAssessment(): void {
  if (matchMedia(WIDE).matches) document.querySelector<HTMLElement>("#assessment-scroller")?.focus();
  else setSearch({ panel: null });
}
