import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { TEXT_LENGTH_MAX } from "./text-length-max.ts";

/** What a model takes, one number a token. */
export interface Encoded {
  readonly ids: readonly number[];
  /** 0 for the first text and 1 for the second. */
  readonly types: readonly number[];
}

export interface ModelTokenizer {
  /** Never empty; at most `tokensMax` long. */
  encode(first: string, second?: string): Encoded;
}

/** Reads the tokenizer of a model's folder. */
export async function openTokenizer(folder: string, tokensMax: number): Promise<ModelTokenizer> {
  const read = async (file: string) => JSON.parse(await readFile(join(folder, file), "utf8"));
  const tables = await read("tokenizer.json");
  const tokenizer = new Tokenizer(tables, await read("tokenizer_config.json"));
  const toText = textCleaner((tables.added_tokens as { content: string }[]).map(({ content }) => content));
  const whole = (first: string, second: string | null) => {
    const { ids, token_type_ids } = tokenizer.encode(first, { text_pair: second, return_token_type_ids: true });
    return { ids, types: token_type_ids ?? ids.map(() => 0) };
  };
  const bare = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  return {
    encode(first, second) {
      const [left, right] = [toText(first), second === undefined ? null : toText(second)];
      const encoded = whole(left, right);
      if (encoded.ids.length <= tokensMax) return encoded;
      const parts = right === null ? [bare(left)] : [bare(left), bare(right)];
      return cut(encoded, parts, tokensMax);
    },
  };
}

/** Text that every runtime reads alike, in which no sign of the tokenizer's own is left: a document could end itself with one. */
function textCleaner(signs: readonly string[]): (text: string) => string {
  return (text) =>
    signs.reduce(
      (clean, sign) => clean.replaceAll(sign, `${sign.slice(0, 1)} ${sign.slice(1)}`),
      text.slice(0, TEXT_LENGTH_MAX).toWellFormed(),
    );
}

/** Keeps what the tokenizer puts around the texts, and the beginning of each. */
function cut({ ids, types }: Encoded, parts: readonly (readonly number[])[], tokensMax: number): Encoded {
  const around = ids.length - parts.reduce((sum, part) => sum + part.length, 0);
  const kept = shareTokens(
    parts.map(({ length }) => length),
    tokensMax - around,
  );
  const left: number[] = [];
  let from = 0;
  for (const [at, part] of parts.entries()) {
    const begin = indexOfPart(ids, part, from);
    for (let each = from; each < begin + kept[at]!; each += 1) left.push(each);
    from = begin + part.length;
  }
  for (let each = from; each < ids.length; each += 1) left.push(each);
  return { ids: left.map((each) => ids[each]!), types: left.map((each) => types[each]!) };
}

/** The longest is cut first, as in training: the shorter one whole where it takes at most half. */
function shareTokens(lengths: readonly number[], tokensMax: number): number[] {
  const [first = 0, second] = lengths;
  if (second === undefined) return [Math.min(first, tokensMax)];
  const half = Math.floor(tokensMax / 2);
  if (first <= second) {
    const kept = Math.min(first, half);
    return [kept, tokensMax - kept];
  }
  const kept = Math.min(second, half);
  return [tokensMax - kept, kept];
}

/** Where a text's tokens begin: after those that the tokenizer adds, of which there are few. */
function indexOfPart(ids: readonly number[], part: readonly number[], from: number): number {
  for (let at = from; at + part.length <= ids.length; at += 1)
    if (part.every((id, offset) => ids[at + offset] === id)) return at;
  throw new RangeError("Cannot cut a text because its tokens depend on what is around it");
}
