import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface SelectPopupProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean | undefined;
  /** What the button is, as before its list was loaded. */
  trigger: Base.Trigger.Props;
}

/** Loaded when a select is first opened, so it begins open. */
export default function SelectPopup({ options, value, onChange, disabled, trigger }: SelectPopupProps) {
  return (
    // The site's policy takes no style elements that scripts make.
    <CSPProvider disableStyleElements>
      <Base.Root
        defaultOpen
        modal={false}
        value={value}
        onValueChange={(next) => onChange(String(next))}
        disabled={disabled}
      >
        <Base.Trigger {...trigger} />
        <Base.Portal>
          <Base.Positioner sideOffset={4} align="start" alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-h-(--available-height) max-w-[min(28rem,calc(100vw-1rem))] min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line-control bg-raised p-1 text-sm text-text shadow-raised outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="target flex h-8 cursor-pointer items-center gap-2 rounded-md ps-2 pe-2.5 outline-none data-[highlighted]:bg-hover"
                >
                  <span className="flex size-4 shrink-0 items-center justify-center text-accent">
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  {option.icon}
                  <Base.ItemText className="min-w-0 truncate">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
