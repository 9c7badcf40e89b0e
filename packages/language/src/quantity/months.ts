/** In order, lower case. */
export const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** Source of a pattern for a whole name, without a group. */
export const MONTH_NAME = `(?:${MONTHS.join("|")})`;
/** For the first three letters of a name. */
export const SHORT_MONTH = `(?:${MONTHS.map((month) => month.slice(0, 3)).join("|")})`;

/** 1 to 12 by the first three letters; 0 for no month. */
export function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
}

/** As German, French, Spanish, Italian, Portuguese, Dutch and Russian write them next to a day, in order. */
const FOREIGN = [
  "januar jänner janvier janv enero ene gennaio gen janeiro januari января",
  "februar feber février févr febrero febbraio fevereiro fev februari февраля",
  "märz mrz mär mars marzo março maart mrt марта",
  "april avril avr abril abr aprile апреля",
  "mai mayo maggio mag maio mei мая",
  "juni juin junio giugno giu junho июня",
  "juli juillet juil julio luglio lug julho июля",
  "august août agosto ago augustus августа",
  "september septembre septiembre settembre set setembro сентября",
  "oktober okt octobre octubre ottobre ott outubro out октября",
  "november novembre noviembre novembro ноября",
  "dezember dez décembre déc diciembre dic dicembre dezembro декабря",
].map((names) => names.split(" "));

/** Source of a pattern for a month in one of these languages, whole or in short, without a group. */
export const FOREIGN_MONTH = `(?:${FOREIGN.flat()
  .toSorted((a, b) => b.length - a.length)
  .join("|")})`;

/** 1 to 12; 0 for no such month. */
export function foreignMonthOf(name: string): number {
  return FOREIGN.findIndex((names) => names.includes(name.toLowerCase())) + 1;
}
