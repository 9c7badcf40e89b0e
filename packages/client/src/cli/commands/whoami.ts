import { defineCommand } from "../command.ts";

const SOURCES = {
  ASSAY_API_KEY: "the API key in ASSAY_API_KEY",
  key: "a stored API key",
  session: "e-mail and password",
} as const;

export const whoami = defineCommand({
  name: "whoami",
  group: "access",
  summary: "Show who you are signed in as, and where",
  examples: [{ command: "assay whoami", does: "Show service, role, tenant and packs" }],
  async run({ terminal, signal, connect }) {
    const { assay, address, source, email } = await connect();
    const session = await assay.session({ signal });
    if (terminal.json) {
      terminal.printJson({ url: address, source, email, session });
      return undefined;
    }
    const { actorId, role, tenant, packs } = session;
    const rows: [string, string][] = [
      ["Service", address],
      ["Signed in", `as ${email ?? actorId} by ${SOURCES[source]}`],
      ["Role", role],
      ["Tenant", `${tenant.name} (${tenant.id})`],
      ["Packs", packs.map(({ name, version }) => `${name}, version ${version}`).join("; ") || "none"],
    ];
    for (const [label, value] of rows) terminal.print(`${label.padEnd(10)} ${value}`);
    return undefined;
  },
});
