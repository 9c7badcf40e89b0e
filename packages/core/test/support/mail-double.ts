import type { MailPart } from "@assay/core/mail";
import type { Mail, MailOutcome } from "@assay/core/ports";

export interface MailDouble extends MailPart {
  /** Each attempt, in order. */
  readonly sent: Mail[];
  /** What the server makes of each attempt. */
  answer: (mail: Mail) => Promise<MailOutcome>;
}

export function createMailDouble(): MailDouble {
  const double: MailDouble = {
    sent: [],
    answer: async () => "SENT",
    portalUrl: "https://assay.example.test/cm",
    mailer: {
      async send(mail) {
        double.sent.push(mail);
        return double.answer(mail);
      },
      check: async () => undefined,
    },
  };
  return double;
}

/** The secret of the link in a mail. */
export function secretIn({ text }: Mail): string {
  return /#([\w-]{43})/.exec(text)![1]!;
}
