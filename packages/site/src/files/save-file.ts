/** Saves what was fetched under a name. The token travels in a header, so a plain link cannot get it. */
export async function saveFile(response: Response, name: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Saves a value as a JSON file that people can read. */
export function saveJson(value: unknown, name: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  return saveFile(new Response(`${JSON.stringify(value, null, 2)}\n`, { headers }), name);
}
