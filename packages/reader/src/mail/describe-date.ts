/** Minutes east of Greenwich of the zones that old mails name. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};
const OFFSET = /([+-])(\d\d):?(\d\d)\s*(?:\([^()]*\)\s*)?$/;
const NAMED = /\b([ECMP][SD]T)\s*$/;
const MINUTES_MAX = 14 * 60;

/**
 * A mail's date with the day and the zone of its sender, as `2026-06-30T21:40:00.000-07:00`: in another zone it may be
 * another day. As it is where it cannot be read.
 */
export function describeDate(header: string | undefined): string | undefined {
  const time = Date.parse(header ?? "");
  if (header === undefined || Number.isNaN(time)) return header;
  const offset = offsetOf(header);
  const local = new Date(time + offset * 60_000);
  if (Number.isNaN(local.getTime())) return header;
  return offset === 0 ? local.toISOString() : local.toISOString().replace("Z", describeOffset(offset));
}

function offsetOf(header: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(header) ?? [];
  const given = hours ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : undefined;
  const offset = given ?? ZONES[NAMED.exec(header)?.[1] ?? ""] ?? 0;
  return Math.abs(offset) <= MINUTES_MAX ? offset : 0;
}

function describeOffset(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
