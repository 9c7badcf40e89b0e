interface Property {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

const SHOWN: ReadonlyMap<string, string> = new Map([
  ["SUMMARY", "Summary"],
  ["DTSTART", "Start"],
  ["DTEND", "End"],
  ["DUE", "Due"],
  ["COMPLETED", "Completed"],
  ["DURATION", "Duration"],
  ["RRULE", "Repeats"],
  ["RDATE", "Also on"],
  ["EXDATE", "Except on"],
  ["RECURRENCE-ID", "In place of"],
  ["LOCATION", "Location"],
  ["STATUS", "Status"],
  ["ORGANIZER", "Organizer"],
  ["ATTENDEE", "Attendee"],
  ["CATEGORIES", "Categories"],
  ["URL", "Link"],
  ["CONTACT", "Contact"],
  ["COMMENT", "Comment"],
  ["DESCRIPTION", "Description"],
  ["ATTACH", "Attached"],
  ["DTSTAMP", "Written"],
  ["LAST-MODIFIED", "Changed"],
]);
const COMPONENTS: ReadonlyMap<string, string> = new Map([
  ["VEVENT", "Event"],
  ["VTODO", "Task"],
  ["VJOURNAL", "Journal entry"],
  ["VFREEBUSY", "Free and busy times"],
]);
const PEOPLE = new Set(["ORGANIZER", "ATTENDEE"]);

const BEGINS = /^\s*BEGIN:VCALENDAR[ \t]*(?=[\r\n])/i;
const ENDS = /^END:VCALENDAR[ \t]*$/im;

/**
 * The events and tasks of a text that begins with a calendar as a person sees them, a line for each field, and what stands
 * after it; a text that does not begin with a whole calendar as it is.
 */
export function readCalendar(text: string): string {
  const shownParts: string[] = [];
  let rest = text;
  for (let end = findEnd(rest); end > 0; end = findEnd(rest)) {
    shownParts.push(showCalendar(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return shownParts.length === 0 ? text : [...shownParts, rest.trim()].filter(Boolean).join("\n\n");
}

/** Where the calendar ends that `text` begins with; 0 where it begins with none. */
function findEnd(text: string): number {
  const end = BEGINS.test(text) ? ENDS.exec(text) : null;
  return end ? end.index + end[0].length : 0;
}

function showCalendar(text: string): string {
  const lines: string[] = [];
  const open: string[] = [];
  const properties = [...listProperties(text)];
  let start = "";
  for (const [at, property] of properties.entries()) {
    const { name, value } = property;
    if (name === "BEGIN") {
      open.push(value.toUpperCase());
      const component = COMPONENTS.get(open.at(-1)!);
      if (component) lines.push(...(lines.length > 0 ? [""] : []), component);
      if (component) start = findStart(properties, at + 1);
    } else if (name === "END") open.pop();
    else if (name === "METHOD" && open.length === 1) lines.push(`Method: ${value}`);
    else if (name === "X-WR-CALNAME" && open.length === 1) lines.push(`Calendar: ${unescapeText(value)}`);
    else if (COMPONENTS.has(open.at(-1) ?? "") && SHOWN.has(name))
      lines.push(`${SHOWN.get(name)}: ${shown(property, start)}`);
  }
  return lines.join("\n");
}

/** When the component begins whose properties are from `at`; empty where it does not say so. */
function findStart(properties: readonly Property[], at: number): string {
  for (let next = at; next < properties.length; next += 1) {
    const { name, value } = properties[next]!;
    if (name === "DTSTART") return value;
    if ((name === "BEGIN" || name === "END") && COMPONENTS.has(value.toUpperCase())) break;
  }
  return "";
}

/** A long line goes on in lines that begin with a blank. */
function* listProperties(text: string): Generator<Property> {
  for (const line of text.replace(/\r?\n[ \t]/g, "").split(/\r?\n|\r/)) {
    const match = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*)(?:,"[^"]*")*)*):(.*)$/.exec(line);
    if (!match) continue;
    const parameters = new Map<string, string>();
    for (const [, name, value] of match[2]!.matchAll(/;([\w-]+)=("[^"]*"|[^";:]*)/g))
      parameters.set(name!.toUpperCase(), value!.replaceAll('"', ""));
    yield { name: match[1]!.toUpperCase(), parameters, value: match[3]! };
  }
}

function shown({ name, parameters, value }: Property, start: string): string {
  if (PEOPLE.has(name)) {
    const address = value.replace(/^mailto:/i, "");
    const person = parameters.get("CN");
    const answer = parameters.get("PARTSTAT")?.toLowerCase().replaceAll("-", " ");
    return `${person && person !== address ? `${person} <${address}>` : address}${answer ? `, ${answer}` : ""}`;
  }
  if (parameters.get("VALUE") === "BINARY") return "a file";
  if (/^\d{8}(?:T\d{6}Z?)?(?:[,/].*)?$/.test(value)) {
    const days = value.split(",").map((moment) =>
      moment
        .split("/")
        .map((part) => showMoment(part, name === "DTEND" ? start : null))
        .join(" to "),
    );
    const zone = parameters.get("TZID");
    return `${days.join(", ")}${zone ? ` ${zone}` : ""}`;
  }
  return unescapeText(value);
}

/** An event of whole days ends before its end; `start` is given for an end, and some programs write the same day as both. */
function showMoment(moment: string, start: string | null): string {
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(moment) ?? [];
  if (!year) return moment;
  if (hour) return `${year}-${month}-${day} ${hour}:${minute}${utc ? " UTC" : ""}`;
  const isAfter = start !== null && moment > start.slice(0, moment.length);
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day) - (isAfter ? 1 : 0));
  return Number.isNaN(time) ? moment : new Date(time).toISOString().slice(0, 10);
}

function unescapeText(value: string): string {
  return value.replace(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));
}
