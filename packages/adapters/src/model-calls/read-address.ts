/** An address to which paths can be added. Throws Error with what is required, without the address: it may hold a password. */
export function readBaseUrl(baseUrl: string, vendor: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Error(
      `Cannot use ${vendor} because its base URL must be an http or https address without user, query or fragment`,
    );
  return url.href.replace(/\/+$/, "");
}

/** Throws Error for a key that no header can carry: fetch would throw one that holds the whole key. */
export function checkApiKey(apiKey: string, vendor: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Error(`Cannot use ${vendor} because its API key must be printable ASCII characters without spaces`);
}
