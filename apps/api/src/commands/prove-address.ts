import { proveAddress } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readAddressAndReason } from "./read-address-and-reason.ts";
import { runCommand } from "./run-command.ts";

/** Says that a person's address is theirs, for the operator who has made sure of that; audited in each of their tenants. */
await runCommand(async () => {
  const given = readAddressAndReason("person:prove-address", "prove the address");
  const { email } = given;
  const { db, close } = await openForOperator(readProcessConfig(process.env), "prove the address");
  try {
    const count = await proveAddress(db, given);
    if (count === 0) throw new ConfigError(`Cannot prove the address because nobody with '${email}' is a member`);
    console.log(`The address ${email} is proved, in ${count} ${count === 1 ? "tenant" : "tenants"}`);
  } finally {
    await close();
  }
});
