import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (id: string) => void;
  className?: string;
}

/** Arrow keys move between the tabs; only the chosen panel is in the page. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(String(next))}
      className={classNames("flex min-h-0 flex-col", className)}
    >
      <Base.List aria-label={label} className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2">
        {tabs.map(({ id, label: text }) => (
          <Base.Tab
            key={id}
            value={id}
            className="target -mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted hover:text-text data-[active]:border-accent data-[active]:text-text"
          >
            {text}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
