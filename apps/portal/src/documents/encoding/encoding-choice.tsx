import type { TextEncoding } from "@assay/client";
import { languageOf } from "@assay/site/language-of";
import { classNames } from "@assay/ui";
import type { previewsOf } from "./encodings.ts";

interface EncodingChoiceProps {
  previews: ReturnType<typeof previewsOf>;
  chosen: TextEncoding | undefined;
  onChoose: (encoding: TextEncoding) => void;
}

/** Encodings by the first lines that each of them gives. */
export function EncodingChoice({ previews, chosen, onChoose }: EncodingChoiceProps) {
  return (
    <fieldset className="flex max-h-[50vh] flex-col gap-1.5 overflow-auto p-0.5">
      <legend className="sr-only">Encoding</legend>
      {previews.map(({ name, label, preview }) => (
        <label
          key={name}
          className={classNames(
            "flex items-start gap-2.5 rounded-lg border px-3 py-2 text-sm",
            chosen === name ? "border-accent bg-accent-soft" : "border-line",
          )}
        >
          <input
            type="radio"
            name="encoding"
            checked={chosen === name}
            onChange={() => onChoose(name)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1">
            <span className="text-xs text-muted">{label}</span>
            <span dir="auto" lang={languageOf(preview)} className="line-clamp-3 block break-words whitespace-pre-line">
              {preview}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
