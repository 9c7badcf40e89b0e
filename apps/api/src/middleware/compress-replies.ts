import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";

const gzip = compress({ encoding: "gzip", contentTypeFilter: /^(application\/(json|x-ndjson)|text\/csv)\b/ });

/**
 * Compresses lists and records on their way out. What is marked `no-transform` goes as it is: its strong ETag is the hash
 * of its bytes.
 */
export const compressReplies = createMiddleware(async (c, next) => {
  await gzip(c, async () => {
    await next();
    c.res.headers.append("Vary", "Accept-Encoding, Authorization");
  });
});
