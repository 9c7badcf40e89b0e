import { lazy, type ReactNode, Suspense, useRef } from "react";

/** Gets the code of dialogs before one is opened, for views that must open one without the network. */
export const loadDialog = () => import("./dialog-popup.tsx");
const DialogPopup = lazy(loadDialog);

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** The buttons below, the chief one last. */
  actions?: ReactNode;
}

/** A modal dialog: focus stays inside, Escape closes, focus goes back. On a phone it takes the lower edge. */
export function Dialog(props: DialogProps) {
  const opened = useRef(false);
  opened.current ||= props.open;
  if (!opened.current) return null;
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  );
}
