export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
}

/** Keeps the values that were used last, up to `sizeMax` in total; what is larger by itself is not kept. */
export function boundedCache<Value>(sizeMax: number): BoundedCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly size: number }>();
  let total = 0;
  const remove = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      remove(key);
      if (size > sizeMax) return;
      kept.set(key, { value, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= sizeMax) break;
        remove(oldest);
      }
    },
  };
}
