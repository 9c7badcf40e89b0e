import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks differ, and typing takes time. */
const STEPS_AROUND = 1;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** RFC 6238: the code of HMAC-SHA-1 of a step of 30 seconds since 1970. */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is, of those around now that come after `lastStep`: a code serves once. */
export function findStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: Date; readonly lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const around = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => current - STEPS_AROUND + index);
  const given = Buffer.from(code);
  const [step] = around.filter((each) => timingSafeEqual(Buffer.from(codeOfStep(secret, each)), given));
  return step !== undefined && step > lastStep ? step : undefined;
}

/** What an authenticator app reads from the code that is shown. */
export function toKeyUri({ secret, email, issuer }: { secret: Uint8Array; email: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const query = new URLSearchParams({ secret: toBase32(secret), issuer, digits: "6", period: "30", algorithm: "SHA1" });
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
