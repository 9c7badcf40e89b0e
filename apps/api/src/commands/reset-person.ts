import { resetPerson } from "@assay/core/tenancy";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readAddressAndReason } from "./read-address-and-reason.ts";
import { runCommand } from "./run-command.ts";

/** Lets somebody in who can no longer sign in, for the operator who has made sure of who asks; audited in each of their tenants. */
await runCommand(async () => {
  const given = readAddressAndReason("person:reset", "reset the person");
  const { db, accounts, close } = await openForOperator(readProcessConfig(process.env), "reset the person");
  try {
    const { password } = await resetPerson(db, accounts, given);
    console.log(`The sessions of ${given.email} have ended. The first password, which must be changed: ${password}`);
  } finally {
    await close();
  }
});
