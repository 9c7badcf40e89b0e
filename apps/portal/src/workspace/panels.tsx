import type { ReactNode } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";

export interface PanelContent {
  readonly id: string;
  readonly label: string;
  readonly defaultPercent: number;
  readonly minPx: number;
  readonly content: ReactNode;
}

/** Panels side by side; the edges between them move by pointer and arrow keys, and stay where they were put. */
export default function Panels({ panels }: { panels: readonly PanelContent[] }) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: "assay.workspace", storage: localStorage });
  return (
    <Group
      id="assay.workspace"
      orientation="horizontal"
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
      className="h-full"
    >
      {panels.flatMap(({ id, defaultPercent, minPx, content }, index) => [
        index > 0 && (
          <Separator
            key={`before-${id}`}
            aria-label={`Width of ${panels[index - 1]!.label}`}
            className="w-px bg-line outline-offset-0 transition-colors hover:bg-accent data-[separator=active]:bg-accent"
          />
        ),
        <Panel key={id} id={id} defaultSize={`${defaultPercent}%`} minSize={`${minPx}px`}>
          <div className="h-full overflow-hidden bg-surface">{content}</div>
        </Panel>,
      ])}
    </Group>
  );
}
