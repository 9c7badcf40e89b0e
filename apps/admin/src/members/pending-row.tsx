import { Badge, type Tone } from "@assay/ui";
import type { ReactNode } from "react";

interface PendingRowProps {
  email: string;
  badge: { readonly label: string; readonly tone: Tone };
  note: ReactNode;
  /** Buttons. */
  children: ReactNode;
}

/** Something of a person that is not finished, and what can be done about it. */
export function PendingRow({ email, badge, note, children }: PendingRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 font-medium break-all">{email}</bdi>
          <Badge {...badge} />
        </p>
        <p className="text-xs break-words text-muted">{note}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}
