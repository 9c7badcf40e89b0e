/** A key by its name and how it begins. */
export function KeyName({ name, prefix }: { name: string; prefix: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium break-words">{name}</span>
      <code className="font-mono text-xs text-muted">{prefix}…</code>
    </span>
  );
}
