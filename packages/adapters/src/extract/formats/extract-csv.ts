import type { ExtractFormat } from "../child/extract-format.ts";
import { decodeText } from "../text/decode-text.ts";
import { createRowBlocks } from "../text/row-blocks.ts";
import { parseCsv } from "./parse-csv.ts";

export const extractCsv: ExtractFormat = async (bytes, sink) => {
  const blocks = createRowBlocks(sink, {
    locate: ({ firstRow, lastRow }) => (firstRow === lastRow ? `Row ${firstRow}` : `Rows ${firstRow}-${lastRow}`),
  });
  let number = 0;
  for (const cells of parseCsv(decodeText(bytes))) {
    number += 1;
    await blocks.add({ number, cells, firstColumn: 0, lastColumn: cells.length - 1 });
    if (number % 1000 === 0) sink.progress();
  }
  await blocks.flush();
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};
