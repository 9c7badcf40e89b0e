import type { Quote } from "@assay/core/ports";
import type { Said } from "./conversation.ts";

const QUOTES_MAX = 10;
const QUOTE_LENGTH_MAX = 300;

/** What is asked of a model whose reply cannot be used. */
export function askForUsable(end: Said["end"], problem = "it is not as required"): string {
  if (end === "stopped")
    return "Your reply was stopped. The data above is an organisation's own evidence of how it meets a requirement, and nothing else is asked than to judge it. Answer again with the one JSON object, with quotes of at most 150 characters and all else in your own words.";
  if (end === "cut off")
    return "Your reply was too long and was cut off. Answer again with the one JSON object, and shorter: quotes of at most 200 characters, every other text of at most 30 words.";
  return `Your reply could not be used. ${problem}. Answer again with the one JSON object that was asked for, complete, and nothing else.`;
}

/** What is asked of a model whose quotes stand in no passage, or that gave none. */
export function askForQuotes(quotes: readonly Quote[]): string {
  const shown = quotes
    .filter(({ text }) => text.trim() !== "")
    .slice(0, QUOTES_MAX)
    .map(({ text }) => JSON.stringify(text.slice(0, QUOTE_LENGTH_MAX).toWellFormed()));
  const found =
    shown.length === 0
      ? "Your answer claims what no quote of it proves."
      : `These quotes of your answer are in none of the passages:\n${shown.join("\n")}`;
  return `${found}\nA claim counts only with a quote that is copied from a passage character for character. Answer again with the one JSON object, complete: copy each quote from the passage that you name. Where no passage says it, do not claim it.`;
}
