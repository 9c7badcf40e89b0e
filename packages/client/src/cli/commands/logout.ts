import { findAddress } from "../access/connect.ts";
import { credentialsPath, removeProfile } from "../access/credentials-file.ts";
import { endSession } from "../access/user-session.ts";
import { defineCommand } from "../command.ts";

export const logout = defineCommand({
  name: "logout",
  group: "access",
  summary: "Remove the stored access to a service",
  details: ["An API key stays valid until an administrator revokes it; a session ends."],
  examples: [{ command: "assay logout", does: "Sign out of the service of the last login" }],
  async run({ shared, terminal }) {
    const address = await findAddress({ url: shared.url, env: terminal.env });
    const removed = await removeProfile(credentialsPath(terminal.env), address);
    if (removed?.kind === "session") await endSession(removed);
    if (terminal.json) terminal.printJson({ url: address, removed: removed !== undefined });
    else terminal.print(removed ? `Signed out of ${address}.` : `You were not signed in to ${address}.`);
    return undefined;
  },
});
