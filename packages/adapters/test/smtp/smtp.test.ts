import { createSmtpMailer } from "@assay/adapters/smtp";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";

const MAIL = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  to: "ada@example.com",
  subject: "Invitation to Ünïon",
  text: "Open https://assay.example.com/cm/invitation#secret\n",
  html: '<p><a href="https://assay.example.com/cm/invitation#secret">Accept</a></p>',
};
const FROM = "Assay <assay@example.com>";
const signal = new AbortController().signal;

/** A mail server on this machine, and what it was given. */
async function openServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const text = Buffer.concat(parts).toString();
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), text });
        done();
      });
    },
    ...options,
  });
  const { port } = await new Promise<{ port: number }>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => resolve(listening.address() as { port: number }));
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `smtp://127.0.0.1:${port}` };
}
const refuse = (responseCode: number) => Object.assign(new Error("refused: ada@example.com"), { responseCode });

test("a mail arrives as text and HTML, under its own id, at its one receiver", async () => {
  const { received, url } = await openServer();
  const mailer = createSmtpMailer({ url, from: FROM });
  expect(await mailer.check()).toBeUndefined();
  expect(await mailer.send(MAIL, { signal })).toBe("SENT");
  const [mail] = received;
  expect([received.length, mail!.from, mail!.to]).toEqual([1, "assay@example.com", ["ada@example.com"]]);
  expect(mail!.text).toContain(`Message-ID: <${MAIL.id}@example.com>`);
  expect(mail!.text).toContain("Auto-Submitted: auto-generated");
  for (const part of ["text/plain", "text/html"]) expect(mail!.text).toContain(`Content-Type: ${part}`);
  expect(mail!.text.match(/invitation#secret/g)).toHaveLength(2);
});

test.each([
  [550, "REFUSED"],
  [451, "UNREACHABLE"],
] as const)("a receiver that the server answers %i for is %s", async (code, outcome) => {
  const { url } = await openServer({ onRcptTo: (_, __, done) => done(refuse(code)) });
  expect(await createSmtpMailer({ url, from: FROM }).send(MAIL, { signal })).toBe(outcome);
});

test("a server that refuses the password, or is not there, is tried again, and the check says so without its words", async () => {
  const { url } = await openServer({ onAuth: (_, __, done) => done(refuse(535)) });
  const withUser = url.replace("//", "//assay:wrong-secret@");
  const refused = createSmtpMailer({ url: withUser, from: FROM });
  expect(await refused.send(MAIL, { signal })).toBe("UNREACHABLE");
  expect(await refused.check()).toBe("it answered 535 (EAUTH)");
  const gone = createSmtpMailer({ url: "smtp://127.0.0.1:9", from: FROM, timeoutMs: 2000 });
  expect(await gone.send(MAIL, { signal })).toBe("UNREACHABLE");
  expect(await gone.check()).toMatch(/^the error is E/);
});

test("an address cannot add a receiver or a header", async () => {
  const { received, url } = await openServer();
  const mailer = createSmtpMailer({ url, from: FROM });
  const to = "ada@example.com,eve@example.com";
  await mailer.send({ ...MAIL, to, subject: "One\r\nBcc: eve@example.com" }, { signal });
  expect(received.flatMap((mail) => mail.to)).not.toContain("eve@example.com");
  expect(received.map(({ text }) => text).join("")).not.toMatch(/^Bcc:/m);
});

test("an attachment arrives as its own part, under its name", async () => {
  const { received, url } = await openServer();
  const attachment = { filename: "checkpoint-7.json", contentType: "application/json", content: '{"sequence":7}\n' };
  expect(await createSmtpMailer({ url, from: FROM }).send({ ...MAIL, attachment }, { signal })).toBe("SENT");
  const { text } = received[0]!;
  expect(text).toContain("Content-Disposition: attachment; filename=checkpoint-7.json");
  expect(text).toContain(Buffer.from(attachment.content).toString("base64"));
});
