const UNITS = ["B", "kB", "MB", "GB"] as const;

/** 1536 → `1.5 kB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${UNITS[power]}`;
}
