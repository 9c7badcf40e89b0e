import { classNames } from "@assay/ui";
import { ScanText } from "lucide-react";
import { describeCertainty } from "./describe-certainty.ts";

export interface ReadFromImageProps {
  certainty: number | null | undefined;
  className?: string;
}

/** Says that words come from an image, and how sure their reading is. */
export default function ReadFromImage({ certainty, className }: ReadFromImageProps) {
  return (
    <span className={classNames("inline-flex items-center gap-1.5 text-xs text-muted", className)}>
      <ScanText size={12} aria-hidden className="shrink-0" />
      <span>
        Read from an image{certainty !== null && certainty !== undefined && `, ${describeCertainty(certainty)}`}
      </span>
    </span>
  );
}
