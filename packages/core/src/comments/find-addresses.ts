const MENTION = /(?<![\p{L}\p{N}._%+-])@([^\s@<>()[\]{},;:"'`]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)/gu;

/** The addresses after an `@`, in lower case, each once, in their order. */
export function findAddresses(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, address]) => address!.toLowerCase()))];
}
