import type { Mail } from "../ports/mailer.ts";

export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly closing: string;
}

/** The same as text and as HTML. What people wrote, such as a tenant's name, is text in both. */
export function mailOf({ subject, paragraphs, link, closing }: MailContent): Pick<Mail, "subject" | "text" | "html"> {
  const text = [...paragraphs, ...(link ? [link.url] : []), closing].join("\n\n");
  const blocks = [
    ...paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    `<p>${escapeHtml(closing)}</p>`,
  ];
  const html = `<!doctype html><html lang="en"><body>${blocks.join("")}</body></html>`;
  return { subject: subject.replaceAll(/[\r\n]+/g, " "), text: `${text}\n`, html };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
