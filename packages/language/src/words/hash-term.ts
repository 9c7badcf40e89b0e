/** A 32-bit hash (FNV-1a over UTF-16 units, then mixed so that the low bits are even); the same on every machine. */
export function hashTerm(term: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
