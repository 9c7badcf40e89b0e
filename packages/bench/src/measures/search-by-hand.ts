import { VECTOR_DIMENSIONS } from "@assay/db";
import type pg from "pg";
import type { BenchQuery, FilledTenant } from "../fill-chunks.ts";
import { FLOOR, LEXICAL_WEIGHT, LIMIT } from "./search-plainly.ts";

const PAGE = 5000;

/** For each query the score of every chunk, from the stored vectors as Float32 and the stored weights. Keeps the best only. */
export async function searchByHand(client: pg.Client, { tenantId }: FilledTenant, queries: readonly BenchQuery[]) {
  const best = queries.map((): { chunkId: string; score: number }[] => []);
  const words = queries.map(({ lexical }) => readSparse(lexical));
  await client.query("begin");
  await client.query(`declare every no scroll cursor for
    select v.chunk_id as id, halfvec_send(v.embedding) as vector, w.weights::text as weights
    from chunk_vectors v join chunk_weights w using (tenant_id, chunk_id) where tenant_id = '${tenantId}'`);
  for (;;) {
    const { rows } = await client.query(`fetch ${PAGE} from every`);
    if (rows.length === 0) break;
    for (const { id, vector, weights } of rows as { id: string; vector: Buffer; weights: string }[]) {
      const values = readHalves(vector);
      const own = readSparse(weights);
      queries.forEach((query, at) => {
        const cosine = cosineOf(query.vector, values);
        if (cosine < FLOOR) return;
        const score = (cosine - FLOOR) / (1 - FLOOR) + LEXICAL_WEIGHT * overlapOf(words[at]!, own);
        const list = best[at]!;
        if (list.length === LIMIT && score <= list.at(-1)!.score) return;
        list.push({ chunkId: id, score });
        list.sort((one, other) => other.score - one.score);
        list.length = Math.min(list.length, LIMIT);
      });
    }
  }
  await client.query("commit");
  return new Map(queries.map(({ id }, at) => [id, best[at]!.map(({ chunkId }) => chunkId)]));
}

const HALVES = Float32Array.from({ length: 65_536 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
});

/** Behind a head of four bytes the values stand as half floats. */
function readHalves(bytes: Buffer): Float32Array {
  const values = new Float32Array(VECTOR_DIMENSIONS);
  for (let at = 0; at < VECTOR_DIMENSIONS; at++) values[at] = HALVES[bytes.readUInt16BE(4 + 2 * at)]!;
  return values;
}

const readSparse = (text: string) =>
  new Map([...text.matchAll(/(\d+):([\d.e-]+)/g)].map(([, id, weight]) => [Number(id), Number(weight)]));

function overlapOf(query: ReadonlyMap<number, number>, text: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [id, weight] of query) sum += weight * (text.get(id) ?? 0);
  return sum;
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  let [dot, left, right] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!;
    left += a[at]! * a[at]!;
    right += b[at]! * b[at]!;
  }
  return dot / Math.sqrt(left * right);
}
