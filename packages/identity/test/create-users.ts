import { createLocalIdentity } from "../src/index.ts";
import { CHEAP } from "./cheap-passwords.ts";

/** Creates users without end and writes each e-mail once its creation is confirmed; made to be killed. */
const [dir = "", issuer = "", round = ""] = process.argv.slice(2);
const identity = await createLocalIdentity({ dir, issuer, passwordCost: CHEAP });
for (let at = 0; ; at += 4) {
  await Promise.all(
    [0, 1, 2, 3].map(async (each) => {
      const email = `user-${round}-${at + each}@example.com`;
      await identity.createUser({ email, password: "a password", tenantId: null });
      process.stdout.write(`${email}\n`);
    }),
  );
}
