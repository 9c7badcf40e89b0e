import type { SetAsideQuote } from "@assay/client";
import { languageOf } from "@assay/site/language-of";
import { Part } from "@assay/site/part";
import { readableQuote } from "@assay/site/readable-quote";

/** Quotes of the assessor's that are in the evidence, and about something else: they count for nothing. */
export default function SetAsideQuotes({ quotes }: { quotes: readonly SetAsideQuote[] }) {
  return (
    <Part title={`Not counted (${quotes.length})`}>
      <p className="mb-2 text-sm text-muted">In the evidence, but showing nothing of what is required.</p>
      <ul className="flex flex-col gap-2">
        {quotes.map(({ chunkId, text }) => (
          <li key={`${chunkId} ${text}`} className="border-l-2 border-line py-0.5 pl-2 text-sm text-muted">
            <q dir="auto" lang={languageOf(text)} className="line-clamp-3 break-words">
              {readableQuote(text)}
            </q>
          </li>
        ))}
      </ul>
    </Part>
  );
}
