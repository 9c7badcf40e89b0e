import { RESET_LINK_MINUTES } from "@assay/contract";
import { resets } from "@assay/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { MailWriter } from "../mail/deliver-mail.ts";
import { mailOf } from "../mail/mail-of.ts";
import { newSecret } from "../new-secret.ts";

/** Each attempt has a secret of its own; an earlier one still opens, as its mail may have arrived. */
export const writeResetMail: MailWriter = async (tx, { tenantId, subjectId: id }, portalUrl) => {
  const secret = newSecret();
  const [reset] = await tx
    .update(resets)
    .set({ secretHashes: sql`${resets.secretHashes} || ${await sha256Hex(secret)}::text` })
    .where(
      and(
        eq(resets.tenantId, tenantId),
        eq(resets.id, id),
        eq(resets.way, "MAIL"),
        isNull(resets.usedAt),
        isNull(resets.withdrawnAt),
        gt(resets.expiresAt, sql`now()`),
      ),
    )
    .returning({ isOwn: sql<boolean>`${resets.requestedBy} = ${resets.userId}` });
  if (!reset) return undefined;
  return mailOf({
    subject: "A new password for Assay",
    paragraphs: [
      reset.isOwn
        ? "Somebody asked at sign-in for a new password for your account."
        : "An administrator of your organisation asked for a new password for your account.",
      "Open this link to choose it. You are then signed out everywhere.",
    ],
    link: { label: "Choose a new password", url: `${portalUrl}/reset#${secret}` },
    closing: `The link works once, within ${RESET_LINK_MINUTES} minutes of the request. If it was not you, ignore this mail: your password stays as it is.`,
  });
};
