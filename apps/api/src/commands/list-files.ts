/** The first of the files that a command could do nothing with; it is then no success. */
export function listFiles(what: string, keys: readonly string[], most: number): void {
  if (keys.length === 0) return;
  process.exitCode = 1;
  console.error(`${keys.length} files ${what}:`);
  for (const key of keys.slice(0, most)) console.error(`  ${key}`);
}
