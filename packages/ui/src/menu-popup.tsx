import { Menu as Base } from "@base-ui/react/menu";
import type { HTMLAttributes, ReactElement, ReactNode } from "react";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  items: MenuItem[];
  /** Shown above the items, for instance who is signed in. */
  heading?: ReactNode;
  /** Whether it is open at first; default false. */
  defaultOpen?: boolean;
}

/** Loaded when a menu first opens. */
export default function MenuPopup({ trigger, items, heading }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className="min-w-44 rounded-lg border border-line bg-raised p-1 text-sm text-text shadow-raised outline-none">
            {heading && <div className="border-b border-line px-2.5 pt-1.5 pb-2 text-muted">{heading}</div>}
            {items.map(({ label, icon, danger, onSelect }) => (
              <Base.Item
                key={label}
                onClick={onSelect}
                className={`target flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-[highlighted]:bg-hover ${danger ? "text-missing" : ""}`}
              >
                {icon}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
