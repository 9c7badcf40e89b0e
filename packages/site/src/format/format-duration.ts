/** 3_725_000 → `1 h 2 min`; seconds are omitted from an hour on. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return "under 1 s";
  const seconds = Math.round(ms / 1000);
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
}
