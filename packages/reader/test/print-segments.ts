import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createTextExtractor, readDocument } from "../src/index.ts";

// A program: the segments of each file of a folder, on whatever runs it.
const [folder = "."] = process.argv.slice(2);
const extractor = createTextExtractor();
const read: Record<string, unknown> = {};
for (const name of readdirSync(folder).toSorted())
  read[name] = await readDocument(join(folder, name), { extractor }).then(
    ({ segments }) => segments,
    (error: unknown) => String(error),
  );
await extractor.close();
console.log(JSON.stringify(read));
process.exit();
