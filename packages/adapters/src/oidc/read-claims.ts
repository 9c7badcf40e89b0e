import type { SignedOn } from "@assay/core/ports";
import type { IDToken } from "openid-client";

/** At Google anyone may have an account with a company's address; the company's own name its domain here. */
const GOOGLE = "https://accounts.google.com";

type Claims = Pick<IDToken, "iss" | "sub" | "auth_time"> & Readonly<Record<string, unknown>>;

/** What the ID token says of the person, whose signature, issuer, audience and nonce were verified. */
export function readClaims({ iss, sub, email, auth_time, ...claims }: Claims): SignedOn {
  const address = typeof email === "string" ? email.trim().toLowerCase() : undefined;
  const isTheirs = address !== undefined && isVerified(claims) && (iss !== GOOGLE || isOfCompany(address, claims.hd));
  return {
    issuer: iss,
    subject: sub,
    email: isTheirs ? address : undefined,
    methods: [claims.acr, ...(Array.isArray(claims.amr) ? claims.amr : [])].filter((each) => typeof each === "string"),
    authenticatedAt: typeof auth_time === "number" ? new Date(auth_time * 1000) : undefined,
  };
}

/** Entra says it in a claim of its own: that the domain's owner vouches for the address. */
function isVerified({ email_verified, xms_edov }: Readonly<Record<string, unknown>>): boolean {
  return (
    email_verified === true || (email_verified === undefined && [true, 1, "1", "true"].includes(xms_edov as never))
  );
}

function isOfCompany(address: string, hostedDomain: unknown): boolean {
  return typeof hostedDomain === "string" && address.endsWith(`@${hostedDomain.toLowerCase()}`);
}
