import { listEdgeLines, type PageEdges } from "./find-headers-and-footers.ts";
import type { Area } from "./geometry.ts";
import type { TextRun } from "./join-items.ts";
import type { Pdf } from "./open-pdf.ts";

const PAGES_BEFORE = 2;

/** Knows the edges of the pages before one, also where reading began behind them. */
export interface EdgeReader {
  /** Of the nearest pages before this one. */
  before(pageNumber: number): Promise<PageEdges[]>;
  note(edges: PageEdges): void;
}

export function createEdgeReader(pdf: Pdf): EdgeReader {
  const known = new Map<number, PageEdges>();
  const read = async (pageNumber: number): Promise<PageEdges> => {
    const found = known.get(pageNumber) ?? (await readEdges(pdf, pageNumber));
    known.set(pageNumber, found);
    return found;
  };
  return {
    async before(pageNumber) {
      for (const each of known.keys()) if (each < pageNumber - PAGES_BEFORE) known.delete(each);
      const edges: PageEdges[] = [];
      for (let each = Math.max(1, pageNumber - PAGES_BEFORE); each < pageNumber; each += 1)
        edges.push(await read(each));
      return edges;
    },
    note: (edges) => void known.set(edges.pageNumber, edges),
  };
}

/** A page that is broken has no edges. */
async function readEdges(pdf: Pdf, pageNumber: number): Promise<PageEdges> {
  try {
    const page = await pdf.getPage(pageNumber);
    try {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page.view;
      const area: Area = { x1, y1, x2, y2 };
      return listEdgeLines(pageNumber, (await page.getTextContent()).items as TextRun[], area);
    } finally {
      page.cleanup();
    }
  } catch {
    return { pageNumber, lines: [], bodySize: 0 };
  }
}
