import type { Context } from "hono";

/**
 * Sets headers of the reply that is to come, for use before `next`: a header that `c.header` adds to a made reply makes it
 * again, as a stream. The result, for use after `next`, adds them to a reply that a handler made without the context.
 */
export function addHeaders(c: Context, headers: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return () => {
    const [known] = Object.keys(headers);
    if (known === undefined || c.res.headers.has(known)) return;
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}
