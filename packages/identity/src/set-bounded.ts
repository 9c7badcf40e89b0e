/** Sets an entry of a map that keeps at most `sizeMax`, of which the least recently set makes place. */
export function setBounded<K, V>(entries: Map<K, V>, sizeMax: number, key: K, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > sizeMax && oldest !== undefined) entries.delete(oldest);
}
