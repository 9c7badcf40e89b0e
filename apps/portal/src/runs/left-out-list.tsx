/** Documents that are no evidence, or not the whole of it, each with the reason. */
export function LeftOutList({ documents }: { documents: readonly { name: string; reason: string }[] }) {
  return (
    <ul className="mt-1 divide-y divide-line rounded-md border border-line">
      {documents.map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
        <li key={index} className="px-3 py-1.5">
          <p className="truncate" title={name}>
            <bdi>{name}</bdi>
          </p>
          <p className="text-xs text-muted">{reason}</p>
        </li>
      ))}
    </ul>
  );
}
