/** What is recorded when it is read. */
export const KIND_CHOICES = [
  { value: "ORIGINAL", label: "Original" },
  { value: "SNAPSHOT", label: "Snapshot" },
  { value: "EXPORT", label: "Export" },
  { value: "REPORT", label: "Report" },
  { value: "REPLAY", label: "Replay" },
  { value: "PACKAGE", label: "Package" },
] as const;

export function describeKind(kind: string): string {
  return KIND_CHOICES.find(({ value }) => value === kind)?.label ?? kind;
}
