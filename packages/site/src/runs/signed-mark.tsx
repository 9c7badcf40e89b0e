import type { Run, SignOffRole } from "@assay/client";
import { classNames } from "@assay/ui";
import { type LucideIcon, PenLine, Stamp, UserRoundCheck } from "lucide-react";

interface Marked {
  /** The last word said of the run, such as `Approved`. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly look: string;
}

/** Each role differs in word, icon and look: more of the mark is filled the further the run is signed. */
export const SIGNED_MARKS: Readonly<Record<SignOffRole, Marked>> = {
  PREPARED: { label: "Prepared", icon: PenLine, look: "border-line-strong border-dashed bg-surface text-text" },
  REVIEWED: { label: "Reviewed", icon: UserRoundCheck, look: "border-text bg-surface text-text" },
  APPROVED: { label: "Approved", icon: Stamp, look: "border-text bg-text text-surface" },
};

export interface SignedMarkProps {
  run: Pick<Run, "signedAs">;
  className?: string;
}

/** How far a run is signed. Square, so that nobody takes it for a verdict; nothing for a run without a signature. */
export function SignedMark({ run: { signedAs }, className }: SignedMarkProps) {
  if (!signedAs) return null;
  const { label, icon: Icon, look } = SIGNED_MARKS[signedAs];
  return (
    <span
      title={`Signed as ${label.toLowerCase()}`}
      className={classNames(
        "inline-flex shrink-0 items-center gap-1 rounded-xs border px-1.5 text-xs font-semibold whitespace-nowrap",
        look,
        className,
      )}
    >
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">Signed as </span>
      {label}
    </span>
  );
}

/** For the options of a list, where a name alone has room. */
export function SignedIcon({ run: { signedAs } }: Pick<SignedMarkProps, "run">) {
  if (!signedAs) return null;
  const { icon: Icon } = SIGNED_MARKS[signedAs];
  return <Icon size={14} aria-hidden className="shrink-0" />;
}

/** ` · Approved` after the name of a signed run, else nothing. */
export function describeSigned({ signedAs }: Pick<Run, "signedAs">): string {
  return signedAs ? ` · ${SIGNED_MARKS[signedAs].label}` : "";
}
