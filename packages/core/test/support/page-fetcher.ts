import { FetchError } from "@assay/contract";
import type { Fetcher } from "@assay/core/ports";

export interface PageFetcher extends Fetcher {
  /** What the addresses answer now. */
  readonly pages: Map<string, string>;
  /** The address of each call. */
  readonly asked: string[];
  /** Called before each answer; what it throws is the answer. */
  beforeAnswer: () => Promise<void>;
}

/** A web of texts. */
export function createPageFetcher(): PageFetcher {
  const fetcher: PageFetcher = {
    pages: new Map(),
    asked: [],
    beforeAnswer: async () => {},
    check: (url) => new URL(url).href,
    async fetch(url) {
      fetcher.asked.push(url);
      await fetcher.beforeAnswer();
      const page = fetcher.pages.get(url);
      if (page === undefined) throw new FetchError("FETCH_REFUSED", "Cannot read the page: it answered 404");
      return { bytes: new TextEncoder().encode(page), mediaType: "text/plain", url };
    },
  };
  return fetcher;
}
