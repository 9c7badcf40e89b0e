import { randomBytes } from "node:crypto";

export interface Canaries {
  /** The canary of a channel, made on first use: a word that is nowhere else. */
  plant(channel: string): string;
  readonly channels: readonly string[];
  /** The channels whose canary is in `text`, in any of the usual encodings. */
  findIn(text: string): string[];
}

export function createCanaries(): Canaries {
  const planted = new Map<string, string>();
  return {
    plant(channel) {
      const canary = planted.get(channel) ?? `zq${randomBytes(9).toString("hex")}kx`;
      planted.set(channel, canary);
      return canary;
    },
    get channels() {
      return [...planted.keys()];
    },
    findIn(text) {
      const folded = text.toLowerCase();
      return [...planted].flatMap(([channel, canary]) =>
        folded.includes(canary) || encodingsOf(canary).some((form) => text.includes(form)) ? [channel] : [],
      );
    },
  };
}

/** Every form in which a word may travel; raw text is compared without regard to case. */
export function encodingsOf(word: string): string[] {
  const bytes = Buffer.from(word);
  const hex = bytes.toString("hex");
  return [word, word.toUpperCase()].flatMap((form) => {
    const reversed = [...form].toReversed().join("");
    const inBase64 = [0, 1, 2].flatMap((offset) => {
      // Inside a longer text the first and last characters depend on what is around.
      const middle = Buffer.concat([Buffer.alloc(offset), Buffer.from(form)])
        .toString("base64")
        .slice(4, -4);
      return [middle, middle.replaceAll("+", "-").replaceAll("/", "_")];
    });
    const percent = [...Buffer.from(form)].map((byte) => `%${byte.toString(16)}`).join("");
    return [form, reversed, ...inBase64, percent, percent.toUpperCase(), hex, hex.toUpperCase()];
  });
}
