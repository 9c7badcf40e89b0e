import type { UploadItem, UploadState } from "./upload-queue.ts";

type Outcome = Pick<UploadItem, "state">;

/** In the order in which they matter to anyone who sent the files. */
const COUNTED: readonly [state: UploadState, name: string][] = [
  ["REFUSED", "rejected"],
  ["BROKEN", "not sent"],
  ["STORED", "uploaded"],
  ["KNOWN", "already here"],
  ["CANCELLED", "cancelled"],
];

/** `1 rejected, 3 uploaded, 2 already here`; empty while nothing has ended. */
export function countUploads(items: readonly Outcome[]): string {
  return COUNTED.flatMap(([state, name]) => {
    const count = items.filter((item) => item.state === state).length;
    return count > 0 ? `${count} ${name}` : [];
  }).join(", ");
}

const isRefusal = ({ state }: Outcome) => state === "REFUSED" || state === "BROKEN";

/** What calls for an act is above what does not. */
export function refusalsFirst<T extends Outcome>(items: readonly T[]): T[] {
  return [...items.filter(isRefusal), ...items.filter((item) => !isRefusal(item))];
}
