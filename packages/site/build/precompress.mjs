import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const TEXT = /\.(html|js|mjs|css|svg|json|txt|md|wasm)$/;

/**
 * Puts a brotli copy next to each text file of the built site, which servers send to browsers that take it. A site of many
 * pages takes a lower `quality`, as the highest takes seconds.
 */
export function precompress({ quality = 11 } = {}) {
  return {
    name: "precompress",
    hooks: {
      "astro:build:done": ({ dir }) => precompressFolder(fileURLToPath(dir), quality),
    },
  };
}

export async function precompressFolder(root, quality = 11) {
  const files = (await readdir(root, { recursive: true })).filter((file) => TEXT.test(file));
  await Promise.all(files.map((file) => compress(join(root, file), quality)));
}

async function compress(file, quality) {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
}
