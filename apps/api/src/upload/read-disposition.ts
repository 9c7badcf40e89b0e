export interface Disposition {
  readonly name: string;
  readonly filename: string | undefined;
}

const PARAMETER = /\s*;\s*([a-z*]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^\s;"]+))(?=\s*(?:;|$))/giy;

/**
 * Reads the Content-Disposition of a part of a form as browsers and simple clients write it: names are UTF-8 as they
 * are, a backslash is itself, a quote comes as `%22` or `\"`. Returns undefined for anything else.
 */
export function readDisposition(header: string | readonly string[] | undefined): Disposition | undefined {
  if (typeof header !== "string") return undefined;
  const kind = /^\s*form-data/i.exec(header);
  if (!kind) return undefined;
  const parameters = new Map<string, string>();
  let at = kind[0].length;
  while (header.slice(at).trim() !== "") {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(header);
    const key = found?.[1]?.toLowerCase();
    if (!found || key === undefined || parameters.has(key)) return undefined;
    parameters.set(key, found[2]?.replaceAll('\\"', '"') ?? found[3] ?? "");
    at = PARAMETER.lastIndex;
  }
  const name = parameters.get("name");
  if (name === undefined) return undefined;
  try {
    return { name, filename: readExtended(parameters.get("filename*")) ?? parameters.get("filename") };
  } catch {
    return undefined;
  }
}

/** RFC 8187; throws on a broken escape. */
function readExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? "")?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}
