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

export function isCalendar(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCALENDAR\r?$/im.test(text.slice(0, 1000));
}

/** The events and tasks of a calendar file as a person sees them: a line for each field. */
export function readCalendar(text: string): string {
  const lines: string[] = [];
  const open: string[] = [];
  for (const property of listProperties(text)) {
    const { name, value } = property;
    if (name === "BEGIN") {
      open.push(value.toUpperCase());
      const component = COMPONENTS.get(open.at(-1)!);
      if (component) lines.push(...(lines.length > 0 ? [""] : []), component);
    } else if (name === "END") open.pop();
    else if (name === "METHOD" && open.length === 1) lines.push(`Method: ${value}`);
    else if (name === "X-WR-CALNAME" && open.length === 1) lines.push(`Calendar: ${unescapeText(value)}`);
    else if (COMPONENTS.has(open.at(-1) ?? "") && SHOWN.has(name)) lines.push(`${SHOWN.get(name)}: ${shown(property)}`);
  }
  return lines.join("\n");
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

function shown({ name, parameters, value }: Property): string {
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
        .map((part) => showMoment(part, name))
        .join(" to "),
    );
    const zone = parameters.get("TZID");
    return `${days.join(", ")}${zone ? ` ${zone}` : ""}`;
  }
  return unescapeText(value);
}

/** An event of whole days ends before its end. */
function showMoment(moment: string, name: string): string {
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(moment) ?? [];
  if (!year) return moment;
  if (hour) return `${year}-${month}-${day} ${hour}:${minute}${utc ? " UTC" : ""}`;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day) - (name === "DTEND" ? 1 : 0));
  return Number.isNaN(time) ? moment : new Date(time).toISOString().slice(0, 10);
}

function unescapeText(value: string): string {
  return value.replace(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));
}
