import { cloneElement, type HTMLAttributes, lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";

const MenuPopup = lazy(() => import("./menu-popup.tsx"));

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

/** Opens by pointer and keyboard, arrows move, a letter jumps, Escape goes back to the trigger. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(props.defaultOpen ?? false);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": wanted,
    onClick: () => setWanted(true),
  });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPopup {...props} />
    </Suspense>
  );
}
