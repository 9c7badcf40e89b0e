import type { Comment } from "@assay/client";

export interface TextPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** A comment's text in parts, those apart that mention somebody. */
export function splitMentions(text: string, mentions: Comment["mentions"]): TextPart[] {
  const names = mentions.map(({ email }) => `@${email}`).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [{ text, isMention: false }];
  const pattern = new RegExp(`(${names.map(escapePattern).join("|")})`, "iu");
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, isMention: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
