import { exportPersonAsOperator, findPersons } from "@assay/core/persons";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readPerson } from "./read-person.ts";
import { runCommand } from "./run-command.ts";

/** Prints what is kept of a person as JSON, for the operator who has made sure of who asks; audited in each of their tenants. */
await runCommand(async () => {
  const { person } = readPerson("person:export", "export the person's data", { why: false });
  const { db, accounts, close } = await openForOperator(readProcessConfig(process.env), "export the person's data");
  try {
    const persons = [];
    for (const userId of await findPersons(db, accounts, person))
      persons.push(await exportPersonAsOperator(db, accounts, userId));
    console.log(JSON.stringify({ persons }, null, 2));
  } finally {
    await close();
  }
});
