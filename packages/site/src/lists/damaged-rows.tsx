/** That rows of a list are not shown, because they are stored otherwise than they were recorded. */
export function DamagedRows({ ids = [], what }: { ids: readonly string[] | undefined; what: string }) {
  if (ids.length === 0) return null;
  return (
    <p role="alert" className="m-3 break-words rounded-md bg-missing-soft px-3 py-2 text-xs text-missing">
      Of these {what} {ids.length} {ids.length === 1 ? "is" : "are"} damaged and not shown: what is stored differs from
      what was recorded ({ids.join(", ")}). Ask your operator to restore the database.
    </p>
  );
}
