const FIRST_STRONG = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{L}/u;
const LEFTWARDS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The direction in which a text runs, by its first letter: for parts whose order follows it, such as columns. */
export function directionOf(text: string): "ltr" | "rtl" {
  const letter = FIRST_STRONG.exec(text)?.[0];
  return letter !== undefined && LEFTWARDS.test(letter) ? "rtl" : "ltr";
}
