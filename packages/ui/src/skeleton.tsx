import { classNames } from "./class-names.ts";

/** The place of something that loads; give it the size of what will come, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded bg-hover", className)} />;
}

/** Says that something loads, with a row per expected line. */
export function SkeletonList({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3 p-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder have no identity
        <Skeleton key={row} className={row % 3 === 2 ? "h-4 w-2/3" : "h-4 w-full"} />
      ))}
    </div>
  );
}
