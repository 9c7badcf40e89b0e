import { lazy, Suspense, useRef } from "react";
import type { DialogProps } from "./dialog-popup.tsx";

export type { DialogProps };

/** Gets the code of dialogs before one is opened, for views that must open one without the network. */
export const loadDialog = () => import("./dialog-popup.tsx");
const DialogPopup = lazy(loadDialog);

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
