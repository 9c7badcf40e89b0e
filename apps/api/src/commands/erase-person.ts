import { erasePersonAsOperator, findPersons } from "@assay/core/persons";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readPerson } from "./read-person.ts";
import { runCommand } from "./run-command.ts";

/** Erases a person, for the operator who has made sure that they may ask for it; audited in each of their tenants. */
await runCommand(async () => {
  const { person, reason } = readPerson("person:erase", "erase the person", { why: true });
  const { db, accounts, close } = await openForOperator(readProcessConfig(process.env), "erase the person");
  try {
    for (const userId of await findPersons(db, accounts, person)) {
      const { name, tenants } = await erasePersonAsOperator(db, accounts, { userId, reason });
      const where =
        tenants === 0 ? "nothing was left to erase" : `in ${tenants} ${tenants === 1 ? "tenant" : "tenants"}`;
      console.log(`Person ${userId} is now ${name}: ${where}. Backups hold the name until they expire.`);
    }
  } finally {
    await close();
  }
});
