import { damageError } from "../../damage.ts";
import type { SignOff, SignOffPayload } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { formatAddressProof } from "../format-address-proof.ts";
import { printTable } from "../terminal/table.ts";
import { FORCE, writeOutput } from "../write-output.ts";

export const signOffs = defineCommand({
  name: "sign-offs",
  group: "proof",
  summary: "Show who signed a run, or save the signatures",
  details: [
    "What is saved is what `assay verify --sign-offs` checks. A person signs in the portal.",
    "Piped, each line has act, role, signer, role of the signer, time, whether it is valid, statement, id, factor and how the address was proved.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    output: { type: "string", short: "o", value: "<path>", completes: "file", says: "Save them, signatures included." },
    force: FORCE,
  },
  examples: [
    { command: "assay sign-offs", does: "Of the newest run" },
    { command: "assay sign-offs --output sign-offs.json", does: "For `assay verify`" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { output, force = false } = options;
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const { damaged, ...page } = await connection.assay.signOffs.list(run.id, { signal });
    if (damaged.length > 0) throw damageError(damaged);
    if (output !== undefined) {
      const text = `${JSON.stringify(page, null, 2)}\n`;
      await writeOutput(terminal, new TextEncoder().encode(text), { path: output, force });
      return undefined;
    }
    if (terminal.json) terminal.printJson(page);
    else if (page.signOffs.length === 0) terminal.note("Nobody has signed the run.");
    else
      printTable<SignOff>(
        terminal,
        [
          { title: "Act", value: ({ act }) => act },
          { title: "Role", value: ({ role }) => role },
          { title: "Signer", value: ({ signerName }) => signerName },
          { title: "As", value: ({ signerRole }) => signerRole },
          { title: "At", value: ({ createdAt }) => createdAt.slice(0, 16).replace("T", " ") },
          { title: "Stands", value: ({ standing }) => (standing ? "yes" : "no") },
          { title: "Statement", value: ({ statement }) => statement, flexible: true },
          ...(terminal.isInteractive ? [] : [{ title: "Id", value: ({ id }: SignOff) => id }]),
          { title: "Proved by", value: ({ payload }) => readPayload(payload).assurance ?? "" },
          { title: "Address", value: ({ payload }) => formatAddressProof(readPayload(payload)) },
        ],
        page.signOffs,
      );
    return undefined;
  },
});

const readPayload = (payload: string) => JSON.parse(payload) as Partial<SignOffPayload>;
