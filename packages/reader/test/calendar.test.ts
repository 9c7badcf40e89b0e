import { expect, test } from "vitest";
import { extractText } from "./extract-all.ts";
import { attachment, html, message, multipart, part, text } from "./make-mail.ts";

const CALENDAR = [
  "BEGIN:VCALENDAR",
  "METHOD:REQUEST",
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:STANDARD",
  "DTSTART:19701025T030000",
  "END:STANDARD",
  "END:VTIMEZONE",
  "BEGIN:VEVENT",
  "UID:1",
  "SUMMARY:Quarterly access",
  "  review",
  "DTSTART;TZID=Europe/Berlin:20261102T090000",
  "DTEND:20261102T093000Z",
  'ATTENDEE;CN="Ann, CISO";PARTSTAT=NEEDS-ACTION:mailto:ann@example.com',
  "DESCRIPTION:All administrators\\, with the CISO\\nBring the list",
  "BEGIN:VALARM",
  "DESCRIPTION:Soon",
  "END:VALARM",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "SUMMARY:Exercise",
  "DTSTART;VALUE=DATE:20261103",
  "DTEND;VALUE=DATE:20261104",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");
const SHOWN =
  "Method: REQUEST\n\nEvent\nSummary: Quarterly access review\nStart: 2026-11-02 09:00 Europe/Berlin\nEnd: 2026-11-02 09:30 UTC\n" +
  "Attendee: Ann, CISO <ann@example.com>, needs action\nDescription: All administrators, with the CISO\nBring the list\n\n" +
  "Event\nSummary: Exercise\nStart: 2026-11-03\nEnd: 2026-11-03";

test("a calendar file is read as what a person sees of it", async () => {
  expect(await extractText("txt", CALENDAR)).toEqual([SHOWN]);
});

test.each([
  ["stands after it", `${CALENDAR}\r\nNobody came.\r\n  Why?`, `${SHOWN}\n\nNobody came.\n  Why?`],
  ["follows as a calendar", `${CALENDAR}\n${CALENDAR}\n`, `${SHOWN}\n\n${SHOWN}`],
  ["stands before it", `We met.\n${CALENDAR.replaceAll("\r", "")}`, `We met.\n${CALENDAR.replaceAll("\r", "")}`],
  ["does not end it", "BEGIN:VCALENDAR\nNobody came.", "BEGIN:VCALENDAR\nNobody came."],
])("no word is lost that %s", async (_, content, expected) => {
  expect(await extractText("txt", content)).toEqual([expected]);
});

test.each([
  ["DTSTART;VALUE=DATE:20250301\nDTEND;VALUE=DATE:20250301", "Start: 2025-03-01\nEnd: 2025-03-01"],
  ["DTEND;VALUE=DATE:20250303\nDTSTART;VALUE=DATE:20250301", "End: 2025-03-02\nStart: 2025-03-01"],
])("an event of whole days does not end before it begins: %s", async (fields, expected) => {
  const content = `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${fields}\nEND:VEVENT\nEND:VCALENDAR`;
  expect(await extractText("txt", content)).toEqual([`Event\n${expected}`]);
});

const calendar = part({ "Content-Type": "text/calendar; charset=utf-8; method=REQUEST" }, CALENDAR);

test.each([
  ["alone", calendar],
  ["in parts", multipart("mixed", calendar)],
  ["beside a text", multipart("alternative", text("Please come."), html("<p>Please come.</p>"), calendar)],
])("an invitation is part of what a mail says: %s", async (_, content) => {
  expect((await extractText("eml", message(content))).join("\n")).toContain(SHOWN);
});

test("one that is attached is a file of its own", async () => {
  const mail = message(multipart("mixed", text("See it."), attachment("invite.ics", CALENDAR)));
  expect((await extractText("eml", mail)).join("\n")).not.toContain("Quarterly");
});
