import { setSearch, useSearchParam } from "@assay/site/location";
import { Button } from "@assay/ui";
import type { ReactNode } from "react";

interface DialogButtonProps {
  /** Of the dialog, in the address. */
  name: string;
  label: string;
  icon?: ReactNode;
  children: (close: () => void) => ReactNode;
}

const close = () => setSearch({ dialog: null }, { replace: true });

/** A button, and its dialog while the address names it. */
export function DialogButton({ name, label, icon, children }: DialogButtonProps) {
  const isAsked = useSearchParam("dialog") === name;
  return (
    <>
      <Button {...(icon !== undefined && { icon })} onClick={() => setSearch({ dialog: name })}>
        {label}
      </Button>
      {isAsked && children(close)}
    </>
  );
}
