import { spawn } from "node:child_process";
import { findAddress } from "../access/connect.ts";
import { defineCommand } from "../command.ts";
import { findRun, portalAddress } from "../find-run.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const open = defineCommand({
  name: "open",
  group: "results",
  summary: "Open the portal, at a run",
  details: ["Prints the address, and opens it where there is a desktop."],
  arguments: [{ name: "run", optional: true, says: "The id of a run, or `latest`; the portal's start by default." }],
  examples: [{ command: "assay open latest", does: "The newest run" }],
  async run({ args, shared, terminal, signal, connect }) {
    const address = args[0]
      ? await connect().then(async (found) => portalAddress(found.address, (await findRun(found, args[0], signal)).id))
      : portalAddress(await findAddress({ url: shared.url, env: terminal.env }));
    if (terminal.json) terminal.printJson({ url: address });
    else terminal.print(address);
    const opener = terminal.isInteractive ? findOpener(terminal) : undefined;
    if (opener)
      spawn(opener[0], [...opener.slice(1), address], { stdio: "ignore", detached: true })
        .on("error", () => {})
        .unref();
    return undefined;
  },
});

function findOpener({ env }: Terminal): [string, ...string[]] | undefined {
  if (env.CI || env.SSH_CONNECTION) return undefined;
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["explorer.exe"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
