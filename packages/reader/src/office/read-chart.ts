import { Parser } from "htmlparser2";
import { markText } from "../text/marked-text.ts";
import { localName } from "./read-paragraphs.ts";

interface Series {
  name: string;
  readonly categories: string[];
  readonly values: string[];
}

const POINTS_MAX = 1000;
const CATEGORIES = new Set(["cat", "xVal"]);
const VALUES = new Set(["val", "yVal"]);

/** What a chart says: its title, the titles of its axes, and a table of its categories and series. */
export function readChart(xml: string): string[] {
  const titles: { readonly ofAxis: boolean; text: string }[] = [];
  const series: Series[] = [];
  const path: string[] = [];
  let current: Series | null = null;
  let point = 0;

  const within = (tag: string) => path.includes(tag);
  const onText = (text: string) => {
    const tag = path.at(-1);
    if (tag === "t" && within("title")) titles.at(-1)!.text += text;
    else if (!current || tag !== "v") return;
    else if (path.some((each) => CATEGORIES.has(each))) put(current.categories, point, text);
    else if (path.some((each) => VALUES.has(each))) put(current.values, point, text);
    else if (within("tx")) current.name += text;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name);
        if (tag === "title") titles.push({ ofAxis: path.some((each) => each.endsWith("Ax")), text: "" });
        else if (tag === "p" && within("title") && titles.at(-1)!.text !== "") titles.at(-1)!.text += " ";
        else if (tag === "ser") {
          current = { name: "", categories: [], values: [] };
          series.push(current);
        } else if (tag === "pt") point = Number(attributes.idx ?? 0);
        path.push(tag);
      },
      ontext: onText,
      onclosetag(name) {
        path.pop();
        if (localName(name) === "ser") current = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const [title, ...axes] = [titles.filter(({ ofAxis }) => !ofAxis), titles.filter(({ ofAxis }) => ofAxis)].map((each) =>
    each.map(({ text }) => tidy(text)).filter(Boolean),
  ) as [string[], string[]];
  const lines = [
    ...title.map((text) => `Chart: ${text}`),
    ...axes[0]!.map((text) => `Axis: ${text}`),
    ...tableOf(series),
  ];
  return lines.map((line) => markText(line).text);
}

function put(to: string[], at: number, text: string): void {
  if (at >= 0 && at < POINTS_MAX) to[at] = (to[at] ?? "") + text;
}

/** Series with the same categories are columns of one table. */
function tableOf(series: readonly Series[]): string[] {
  const tables = Map.groupBy(series, ({ categories }) => JSON.stringify(categories)).values();
  return [...tables].flatMap((columns) => {
    const categories = columns[0]!.categories;
    const rows = Math.max(categories.length, ...columns.map(({ values }) => values.length));
    const head = columns.map(({ name }) => tidy(name));
    const lines = head.some(Boolean) ? [["", ...head]] : [];
    for (let at = 0; at < rows; at += 1)
      lines.push([tidy(categories[at] ?? ""), ...columns.map(({ values }) => writeNumber(values[at]))]);
    return lines.filter((cells) => cells.some(Boolean)).map((cells) => cells.join(" | ").replace(/^ \| /, ""));
  });
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** 0.30000000000000004 is what a program stores for 0.3. */
function writeNumber(value = ""): string {
  const number = Number(value);
  return value.trim() !== "" && Number.isFinite(number) ? String(Number(number.toPrecision(12))) : tidy(value);
}
