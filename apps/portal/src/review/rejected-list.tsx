import type { Citation } from "@assay/client";
import { languageOf } from "@assay/site/language-of";
import { readableQuote } from "@assay/site/readable-quote";
import { IconButton } from "@assay/ui";
import { X } from "lucide-react";
import { useId } from "react";

interface RejectedListProps {
  citations: readonly Citation[];
  rejected: readonly number[];
  onChange: (rejected: readonly number[]) => void;
}

/** The quotes that the review rejects, each with what takes it out. */
export function RejectedList({ citations, rejected, onChange }: RejectedListProps) {
  const id = useId();
  if (rejected.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h4 id={id} className="text-sm font-medium">
        {rejected.length === 1 ? "This quote does not prove it" : "These quotes do not prove it"}
      </h4>
      <ul aria-labelledby={id} className="flex flex-col gap-1">
        {rejected.map((index) => {
          const text = citations[index]?.text ?? "";
          return (
            <li key={index} className="flex items-start gap-1 rounded-md border border-line py-1 pr-1 pl-2 text-xs">
              <q dir="auto" lang={languageOf(text)} className="line-clamp-2 min-w-0 flex-1 self-center break-words">
                {readableQuote(text)}
              </q>
              <IconButton
                label={`Take out quote ${index + 1}`}
                icon={<X size={14} aria-hidden />}
                onClick={() => onChange(rejected.filter((each) => each !== index))}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
