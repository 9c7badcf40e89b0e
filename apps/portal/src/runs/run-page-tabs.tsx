import { setSearch, useSearchParam } from "@assay/site/location";
import { Tabs } from "@assay/ui";
import type { ComponentType } from "react";

import { RunComments } from "../comments/run-comments.tsx";
import { SignOffPanel } from "../sign-offs/sign-off-panel.tsx";

import { RunEvidence } from "./evidence/run-evidence.tsx";
import { RunOverview } from "./run-overview.tsx";
import { RunProvenance } from "./run-provenance.tsx";
import type { RunTabProps } from "./run-tab.ts";

interface RunTab {
  id: string;
  label: string;
  Component: ComponentType<RunTabProps>;
}

/** The views of one run, in order; the first one is shown unless the address names another. */
const RUN_TABS: readonly RunTab[] = [
  { id: "overview", label: "Overview", Component: RunOverview },
  { id: "evidence", label: "Evidence", Component: RunEvidence },
  { id: "discussion", label: "Discussion", Component: RunComments },
  { id: "sign-off", label: "Sign-off", Component: SignOffPanel },
  { id: "steps", label: "Steps and versions", Component: RunProvenance },
];

export function RunPageTabs(props: RunTabProps) {
  const asked = useSearchParam("tab");
  const chosen = RUN_TABS.find(({ id }) => id === asked) ?? RUN_TABS[0]!;
  return (
    <Tabs
      label="Views of the run"
      className="-mx-2"
      value={chosen.id}
      onChange={(id) => setSearch({ tab: id === RUN_TABS[0]!.id ? null : id })}
      tabs={RUN_TABS.map(({ id, label, Component }) => ({
        id,
        label,
        content: (
          <div className="flex flex-col gap-6 px-2 py-4">
            <Component {...props} />
          </div>
        ),
      }))}
    />
  );
}
