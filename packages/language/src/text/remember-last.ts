/** The same function, which reads the same text once where it is asked for it again and again. */
export function rememberLast<Read>(read: (text: string) => Read): (text: string) => Read {
  let last: { readonly text: string; readonly found: Read } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, found: read(text) };
    return last.found;
  };
}
