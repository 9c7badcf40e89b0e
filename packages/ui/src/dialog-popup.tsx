import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./button.tsx";
import { useTypedText } from "./typed-text.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** The buttons below, the chief one last. */
  actions?: ReactNode;
}

/** Loaded when a dialog first opens. */
export default function DialogPopup({ open, onOpenChange, title, description, children, actions }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  useTypedText(body, heading);
  const focusFirst = (openedBy: string) =>
    // A field that takes the focus would bring up the keyboard over the dialog.
    openedBy === "touch" || (findField(body.current) ?? findField(buttons.current) ?? true);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Base.Popup
          initialFocus={focusFirst}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] flex-col rounded-t-xl border border-line bg-raised text-text shadow-raised sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(36rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
        >
          <div className="flex items-start gap-3 border-b border-line px-4 py-3">
            <div ref={heading} className="min-w-0 flex-1">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-0.5 text-sm text-muted">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton label="Close" icon={<X size={16} aria-hidden />} />} />
          </div>
          <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
            {children}
          </div>
          {actions && (
            <div ref={buttons} className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const FIELDS = ["input", "select", "textarea", "button", "a[href]"]
  .map((each) => `${each}:not(:disabled, [tabindex="-1"])`)
  .join(", ");

function findField(part: HTMLElement | null): HTMLElement | undefined {
  return part?.querySelector<HTMLElement>(FIELDS) ?? undefined;
}
