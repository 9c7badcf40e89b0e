import type { Config } from "../config.ts";
import { openMail } from "../parts/mail.ts";
import type { Finding } from "./finding.ts";

/** Whether mails can be sent; without them links are handed over, and addresses stay unproved. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const mail = openMail(config);
  if (!mail) return [{ ok: true, text: "No mail is sent: links of invitations are handed over; SMTP_URL sends them" }];
  const problem = await mail.mailer.check();
  const server = new URL(config.SMTP_URL!).host;
  if (problem === undefined) return [{ ok: true, text: `The mail server ${server} takes mails` }];
  return [{ ok: false, text: `The mail server ${server} takes no mails because ${problem}: correct SMTP_URL` }];
}
