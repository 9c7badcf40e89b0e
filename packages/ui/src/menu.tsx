import { cloneElement, lazy, Suspense, useState } from "react";
import type { MenuItem, MenuProps } from "./menu-popup.tsx";

const load = () => import("./menu-popup.tsx");
const MenuPopup = lazy(load);

export type { MenuItem, MenuProps };

/** Opens by pointer and keyboard, arrows move, a letter jumps, Escape goes back to the trigger. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(props.defaultOpen ?? false);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": wanted,
    // Not before it is there: what cannot be fetched would take the view along.
    onClick: () =>
      void load().then(
        () => setWanted(true),
        () => undefined,
      ),
  });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPopup {...props} />
    </Suspense>
  );
}
