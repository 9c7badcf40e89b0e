/** Where an original lies in a package: by its SHA-256, with the extension of its name. */
export function originalPath(sha256: string, filename: string): string {
  return `originals/${sha256}${/\.[A-Za-z0-9]{1,10}$/.exec(filename)?.[0].toLowerCase() ?? ""}`;
}
