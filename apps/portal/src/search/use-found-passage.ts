import { assay } from "@assay/site/assay";
import { useSearchParam } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";
import type { CitedPassage } from "../viewer/located-citation.ts";
import { readQuoteRange } from "./found-place.ts";

export interface FoundPassage {
  /** Null where the address names none, or the document has been read again since. */
  readonly passage: CitedPassage | null;
  readonly isPending: boolean;
}

/** The passage that the address names in a document, by its place in the stored text. */
export function useFoundPassage(documentId: string | null): FoundPassage {
  const chunkId = useSearchParam("chunk");
  const place = useSearchParam("quote");
  const range = readQuoteRange(place);
  const enabled = documentId !== null && chunkId !== null && range !== undefined;
  const { data, isPending } = useQuery({
    queryKey: ["found-passage", documentId, chunkId, place],
    queryFn: async ({ signal }) => {
      const { documents } = await assay();
      const { segments } = await documents.segments(documentId!, { chunkId: chunkId!, signal });
      const [segment] = segments;
      const text = segment?.text.slice(range!.start - segment.startOffset, range!.end - segment.startOffset);
      return segment && text ? { chunkId: chunkId!, text, pageNumber: segment.pageNumber } : null;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { passage: (enabled && data) || null, isPending: enabled && isPending };
}
