import type { Document } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { formatPercent } from "@assay/site/format";
import { useMay } from "@assay/site/use-session";
import { Button, Notice } from "@assay/ui";
import { useState } from "react";
import { nameOfEncoding } from "./encodings.ts";

const EncodingDialog = dialogOnDemand(() => import("./encoding-dialog.tsx"));

/** Says that the letters of a text file may be wrong, and offers to read it in another encoding. */
export default function EncodingNotice({ document }: { document: Document }) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay("MEMBER");
  const { encoding } = document;
  return (
    <div className="border-b border-line p-3">
      <Notice
        tone="partial"
        title="The encoding of this file is not certain"
        action={mayChange && <Button onClick={() => setOpen(true)}>Choose another encoding …</Button>}
      >
        {encoding
          ? `It was read as ${nameOfEncoding(encoding.name)}, with a certainty of ${formatPercent(encoding.certainty, 1)}. `
          : ""}
        If letters look wrong, it was another one.
      </Notice>
      {isOpen && <EncodingDialog document={document} onClose={() => setOpen(false)} />}
    </div>
  );
}
