/** `<meta charset>` or its older form; comments do not count. */
export function findHtmlDeclared(head: string): string | null {
  const markup = head.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  const xml = findXmlDeclared(markup);
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(markup)?.[1];
  return meta ?? xml;
}

/** The XML declaration. */
export function findXmlDeclared(head: string): string | null {
  return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.-]+)["']/i.exec(head)?.[1] ?? null;
}
