const made = globalThis as typeof globalThis & { madeInRun?: Map<string, Promise<unknown>> };

/**
 * What the global setups of several projects need, made by the first of them. Each project loads its setups by itself, so
 * a module cannot keep it.
 */
export function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<T> {
  made.madeInRun ??= new Map();
  const known = (made.madeInRun.get(name) as Promise<T> | undefined) ?? make();
  made.madeInRun.set(name, known);
  return known;
}
