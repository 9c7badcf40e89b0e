import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { IconButton } from "@assay/ui";
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useKeys } from "./use-keys.ts";

const KeyboardHelp = dialogOnDemand(() => import("./keyboard-help.tsx"));

/** Opens the list of keys, for those who have a keyboard next to a pointer. */
export function KeyboardButton() {
  const [open, setOpen] = useState(false);
  useKeys({ "?": () => setOpen(true) });
  return (
    <>
      <span className="hidden has-keys:block">
        <IconButton
          label="Keys"
          aria-haspopup="dialog"
          aria-keyshortcuts="?"
          icon={<Keyboard size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        />
      </span>
      {open && <KeyboardHelp onClose={() => setOpen(false)} />}
    </>
  );
}
