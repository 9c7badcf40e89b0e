/** Whether a model's training has read the authors of a set. A metric on what it has read says less. */
export type Seen = "seen in training" | "partly seen in training" | "not seen" | "not known";

/** By what the model's card says. */
export function tellSeen(
  authors: readonly string[],
  trainedOn: { readonly authors: readonly string[] } | undefined,
): Seen {
  if (!trainedOn || authors.length === 0) return "not known";
  const read = authors.filter((author) => trainedOn.authors.includes(author)).length;
  if (read === 0) return "not seen";
  return read === authors.length ? "seen in training" : "partly seen in training";
}
