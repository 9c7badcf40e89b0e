export type NumberFormat = "decimal" | "lowerLetter" | "upperLetter" | "lowerRoman" | "upperRoman";

/** As HTML and OpenDocument name them. */
export const NUMBER_FORMATS: Readonly<Record<string, NumberFormat>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};

const NUMBER_MAX = 10_000;

/** A number of a list as it is shown; one that its format cannot write is written in digits. */
export function writeListNumber(
  number: number,
  format: NumberFormat,
  { repeats }: { /** After z comes aa, bb, not aa, ab. */ readonly repeats: boolean },
): string {
  if (number < 1 || number > NUMBER_MAX) return String(number);
  switch (format) {
    case "decimal":
      return String(number);
    case "lowerLetter":
      return letters(number, repeats);
    case "upperLetter":
      return letters(number, repeats).toUpperCase();
    case "lowerRoman":
      return roman(number);
    case "upperRoman":
      return roman(number).toUpperCase();
    default:
      return format satisfies never;
  }
}

function letters(number: number, repeats: boolean): string {
  if (repeats) return letterOf(number).repeat(Math.ceil(number / 26));
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) text = letterOf(rest) + text;
  return text;
}

const letterOf = (number: number) => String.fromCharCode(97 + ((number - 1) % 26));

const ROMAN = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});

function roman(number: number): string {
  let rest = number;
  let text = "";
  for (const [sign, value] of ROMAN)
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  return text;
}
