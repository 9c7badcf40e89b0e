import { lazy, type ReactNode, Suspense, useRef } from "react";

const DialogPopup = lazy(() => import("./dialog-popup.tsx"));

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
