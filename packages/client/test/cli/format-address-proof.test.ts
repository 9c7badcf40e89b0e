import { expect, test } from "vitest";
import { formatAddressProof } from "../../src/cli/format-address-proof.ts";

test("how an address was proved is a word, an unproved one names who handed over the link, and silence stays silence", () => {
  expect(formatAddressProof({ addressProof: "SSO" })).toBe("SSO");
  expect(formatAddressProof({ addressProof: "NONE", invitedBy: "ada" })).toBe("UNPROVED, link handed over by ada");
  expect(formatAddressProof({ address: "UNPROVED" })).toBe("UNPROVED");
  expect(formatAddressProof({})).toBe("");
});
