import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { html, message, text } from "./make-mail.ts";

const OWN = "Nobody has tested a restore since January.";
const OLD = "Restores are tested every quarter.";

async function quotedOf(content: string, subject = "Re: Restores"): Promise<{ quoted: string; own: string }> {
  const mail = message(content, `From: Ann <ann@example.com>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`);
  const { segments } = await extractAll(testExtractor(), sourceFile("eml", mail));
  const parts = segments.flatMap(({ text, quoted = [] }) => quoted.map(([start, end]) => text.slice(start, end)));
  const own = segments
    .map(({ text, quoted = [] }) =>
      quoted.reduceRight((left, [start, end]) => left.slice(0, start) + left.slice(end), text),
    )
    .join("\n");
  return { quoted: parts.join("\n"), own };
}

test.each([
  ["marks at each line", `${OWN}\n\n> ${OLD}\n> Twice.`],
  ["a line that says who wrote", `${OWN}\n\nOn Tue, 4 Feb 2025 at 10:02, Ops <ops@example.com> wrote:\n\n> ${OLD}`],
  [
    "such a line over two",
    `${OWN}\n\nOn Tue, 4 Feb 2025 at 10:02, Operations of Backup\n<ops@example.com> wrote:\n> ${OLD}`,
  ],
  ["such a line before what has no marks", `${OWN}\n\nOn 4 Feb 2025, Ops wrote:\n\n${OLD}`],
  ["German", `${OWN}\n\nAm 04.02.2025 um 10:02 schrieb Ops <ops@example.com>:\n> ${OLD}`],
  ["French", `${OWN}\n\nLe mar. 4 févr. 2025 à 10:02, Ops <ops@example.com> a écrit :\n> ${OLD}`],
  ["Spanish", `${OWN}\n\nEl mar, 4 feb 2025 a las 10:02, Ops (<ops@example.com>) escribió:\n> ${OLD}`],
  ["Japanese", `${OWN}\n\n2025年2月4日(火) 10:02 Ops <ops@example.com>:\n> ${OLD}`],
  ["Russian", `${OWN}\n\nср, 30 апр. 2025 г. в 15:19, Ops <ops@example.com>:\n\n${OLD}`],
  ["Finnish, over two lines", `${OWN}\n\npe 20. lokakuuta 2017 klo 17.50 Ops\n<ops@example.com> kirjoitti:\n\n${OLD}`],
  ["a name before the verb and the date", `${OWN}\n\nOps schrieb am 04.02.2025 um 10:02:\n\n${OLD}`],
  [
    "the verb before the name",
    `${OWN}\n\nOp di 4 feb. 2025 om 10:02 schreef Ops van Dijk <ops@example.com>:\n\n${OLD}`,
  ],
  ["a month first", `${OWN}\n\nOn Tue, Feb 4, 2025 at 10:02 AM Ops <ops2@example.com> wrote:\n\n${OLD}`],
  ["Danish", `${OWN}\n\ntir. 4. feb. 2025 kl. 10.02 skrev Ops <ops@example.com>:\n\n${OLD}`],
  ["Chinese", `${OWN}\n\nOps <ops@example.com> 于2025年2月4日周二 10:02写道：\n\n${OLD}`],
  ["a short name", `${OWN}\n\nOn 2025-02-04 10:02, ops wrote:\n\n${OLD}`],
  ["an address alone", `${OWN}\n\nOps <ops@example.com> wrote:\n\n${OLD}`],
  ["Portuguese", `${OWN}\n\nEm ter., 4 de fev. de 2025 às 10:02, Ops <ops@example.com> escreveu:\n\n${OLD}`],
  ["no colon", `${OWN}\n\nOn Wed, 14 Nov 2018 08:14:43 -0200 Ops <ops@example.com> wrote\n\n${OLD}`],
  ["dashes around it", `${OWN}\n\n---- On Wed, 24 Feb 2021 14:02:50 +0530 ops@example.com wrote ----\n\n${OLD}`],
  [
    "a header that begins with its date",
    `${OWN}\n\nDate: Thu, 26 Jun 2014\nSubject: x\nFrom: ops@example.com\nTo: Ann\n\n${OLD}`,
  ],
  [
    "a header in French with a time",
    `${OWN}\n\nDe : Ops <ops@example.com>\n À : Ann\n Envoyé le : Mercredi 10h30\n\n${OLD}`,
  ],
  [
    "an original message",
    `${OWN}\n\n-----Original Message-----\nFrom: Ops\nSent: Tuesday\nTo: Ann\nSubject: x\n\n${OLD}`,
  ],
  [
    "a German one",
    `${OWN}\n\n-----Ursprüngliche Nachricht-----\nVon: Ops\nGesendet: Dienstag\nAn: Ann\nBetreff: x\n\n${OLD}`,
  ],
  [
    "a header alone",
    `${OWN}\n\nFrom: Ops <ops@example.com>\nSent: Tuesday, 4 February 2025\nTo: Ann\nSubject: x\n\n${OLD}`,
  ],
  ["a French header", `${OWN}\n\nDe : Ops\nEnvoyé : mardi\nÀ : Ann\nObjet : x\n\n${OLD}`],
  ["a Spanish header", `${OWN}\n\nDe: Ops\nEnviado: martes\nPara: Ann\nAsunto: x\n\n${OLD}`],
])("what a mail quotes is marked, and the sender's words are not: %s", async (_, body) => {
  const { quoted, own } = await quotedOf(text(body));
  expect(quoted).toContain(OLD);
  expect(own).toContain(OWN);
  expect(own).not.toContain(OLD);
});

test.each([
  [
    "Gmail",
    `<div>${OWN}</div><div class="gmail_quote"><div class="gmail_attr">On 4 Feb wrote:</div><blockquote class="gmail_quote">${OLD}</blockquote></div>`,
  ],
  [
    "Apple",
    `<p>${OWN}</p><div><br><blockquote type="cite"><div>On 4 Feb 2025, at 10:02, Ops wrote:</div><div>${OLD}</div></blockquote></div>`,
  ],
  [
    "Thunderbird",
    `<p>${OWN}</p><div class="moz-cite-prefix">Am 04.02.25 um 10:02 schrieb Ops:</div><blockquote type="cite" cite="mid:1"><p>${OLD}</p></blockquote>`,
  ],
  [
    "Outlook",
    `<div>${OWN}</div><hr><div id="divRplyFwdMsg"><b>From:</b> Ops<br><b>Sent:</b> Tuesday<br><b>To:</b> Ann<br><b>Subject:</b> x</div><h2>Tests</h2><p>${OLD}</p>`,
  ],
  [
    "Outlook in German",
    `<p>${OWN}</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>Von:</b> Ops<br><b>Gesendet:</b> Dienstag<br><b>An:</b> Ann<br><b>Betreff:</b> x</p></div><table><tr><td>${OLD}</td></tr></table>`,
  ],
  ["a plain quote", `<p>${OWN}</p><p>On 4 Feb 2025 at 10:02, Ops wrote:</p><blockquote>${OLD}</blockquote>`],
])("what a mail in HTML quotes is marked: %s", async (_, body) => {
  const { quoted, own } = await quotedOf(html(body));
  expect(quoted).toContain(OLD);
  expect(own).toContain(OWN);
  expect(own).not.toContain(OLD);
});

test("answers between quoted lines stay the sender's, after them too", async () => {
  const { quoted, own } = await quotedOf(
    text(`On 4 Feb 2025, Ops wrote:\n> Is it tested?\nNo.\n> Who says so?\n${OWN}`),
  );
  expect(quoted).toBe("On 4 Feb 2025, Ops wrote:\n> Is it tested?\n> Who says so?");
  expect(own).toMatch(/No\.\n+Nobody/);
});

test("answers between what Gmail quotes stay the sender's", async () => {
  const { quoted, own } = await quotedOf(
    html(
      `<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On Tue, Feb 4, 2025 at 10:02 AM Ops &lt;ops@example.com&gt; wrote:<br></div><blockquote class="gmail_quote">Is it tested?</blockquote><div>No.</div><blockquote>${OLD}</blockquote><div>${OWN}</div></div>`,
    ),
  );
  expect(quoted).toMatch(/^On Tue.*wrote:\nIs it tested\?\n+Restores.*quarter\.$/s);
  expect(own).toMatch(/No\.\n+Nobody/);
});

test.each([
  [
    "a forward of Gmail with another subject",
    html(
      `<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Ops &lt;ops@example.com&gt;<br>Date: Tue<br>Subject: x<br>To: Ann</div><p>${OLD}</p></div>`,
    ),
    "Restores in 2025",
  ],
  [
    "a forward of Gmail",
    html(
      `<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Ops &lt;ops@example.com&gt;<br>Date: Tue<br>Subject: x<br>To: Ann</div><p>${OLD}</p></div>`,
    ),
    "Fwd: x",
  ],
  ["a forward of Outlook", text(`See below.\n\nFrom: Ops\nSent: Tuesday\nTo: Ann\nSubject: x\n\n${OLD}`), "FW: x"],
  [
    "a forward of Apple",
    html(
      `<div>See below.</div><div>Begin forwarded message:</div><blockquote type="cite"><div><b>From: </b>Ops</div><div><b>Subject: </b>x</div><div><b>Date: </b>4 Feb</div><div>${OLD}</div></blockquote>`,
    ),
    "x",
  ],
])("what is passed on is not history: %s", async (_, body, subject) => {
  const { own } = await quotedOf(body, subject);
  expect(own).toContain(OLD);
});

test("what the passed mail quotes itself is history", async () => {
  const body = `See below.\n\nFrom: Ops\nSent: Tuesday\nTo: Ann\nSubject: x\n\n${OWN}\n\nFrom: Eve\nSent: Monday\nTo: Ops\nSubject: x\n\n${OLD}`;
  const { quoted, own } = await quotedOf(text(body), "WG: x");
  expect(quoted).toContain(OLD);
  expect(own).toContain(OWN);
});

test.each([
  ["a period and who has it", "From: 1 March\nTo: 31 March\nOwner: Ops"],
  ["a quote of a rule", "The policy says:\nAll access is reviewed.\n\nWe did it on 4 Feb."],
  ["a line that begins with From", ">From here on all is tested."],
  ["a form", "From: Ops\nTo: Ann\nDate: 3 March 2026\nAll is tested."],
  ["a list of addresses", "Write to us by 17:00 at ops@example.com.\nThese are open: ann@example.com"],
  ["sentences", "On the surface, this looks like one but is none.\nOn average it is tested at 10:30."],
  [
    "a measure that was taken",
    "Am 12. Februar 2025 hat das Security-Team folgende Maßnahmen umgesetzt:\n\nAlles gehärtet.",
  ],
  ["such a one over two lines", "Am 3. März hat unser\nDienstleister die Server gehärtet:\n\n- db1"],
  ["what a board said", "On 3 March 2025 the board said:\n\nAll is tested."],
  ["what an auditor wrote", "Am 3. März 2025 schrieb der Prüfer folgendes:\n\nAlles ist geprüft."],
  [
    "a time and an address",
    "The backup job ends at 02:30 and reports to ops@acme.com with these results:\n\nAll is tested.",
  ],
  [
    "a mail that is shown",
    "Our exercise was this mail.\n\nFrom: IT <it@example.org>\nDate: 3 March 2025 10:00\nSubject: Password\n\nClick.\n\n412 of 420 employees reported it.",
  ],
  [
    "a mail that is announced",
    "We sent this:\n\nFrom: IT <it@example.org>\nTo: all@example.com\nDate: 3 March 2025\nSubject: Password\n\nClick.\n\n412 of 420 employees reported it.",
  ],
  ["a question", "On Monday we asked who wrote: nobody."],
])("nothing is taken for history that is none: %s", async (_, body) => {
  expect((await quotedOf(text(body))).quoted).toBe("");
});

test("a quote of a rule in HTML is the sender's", async () => {
  expect((await quotedOf(html(`<p>The policy:</p><blockquote>${OLD}</blockquote><p>Done.</p>`))).quoted).toBe("");
});
