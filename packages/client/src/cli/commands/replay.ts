import { sha256Hex } from "../../verify/canonical-json.ts";
import { cutReplay } from "../../verify/index.ts";
import { defineCommand } from "../command.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";

export const replay = defineCommand({
  name: "replay",
  group: "proof",
  summary: "Replay a run twice, and say whether the results are those of its snapshot",
  details: ["For an administrator. No model is asked: a replay is cut from the snapshot, byte for byte."],
  arguments: [RUN_ARGUMENT],
  examples: [{ command: "assay replay", does: "The newest run" }],
  async run({ args, terminal, signal, connect }) {
    const connection = await connect();
    const { assay, admin } = connection;
    const run = await findRun(connection, args[0], signal);
    const read = async () => {
      const response = await admin.runs.replay(run.id, { signal });
      return { bytes: new Uint8Array(await response.arrayBuffer()), named: response.headers.get("X-Snapshot-Hash") };
    };
    const [first, second] = [await read(), await read()];
    const [hash, again] = [await sha256Hex(first.bytes), await sha256Hex(second.bytes)];
    if (first.named === null) {
      if (terminal.json) terminal.printJson({ runId: run.id, source: "live", equal: null, replayHash: hash });
      else
        terminal.print(`Run ${run.id} has no snapshot (${run.snapshotStatus}): there is nothing to compare it with.`);
      return "CHECK_FAILED";
    }
    const snapshot = new Uint8Array(await (await assay.runs.snapshot(run.id, { signal })).arrayBuffer());
    const [snapshotHash, cutHash] = [await sha256Hex(snapshot), await sha256Hex(cutReplay(snapshot))];
    const comparisons = [
      { what: "the two replays", equal: hash === again },
      { what: "the replay and what the snapshot holds", equal: hash === cutHash },
      { what: "the snapshot's hash and the one that the replay names", equal: snapshotHash === first.named },
    ];
    const equal = comparisons.every((each) => each.equal);
    if (terminal.json) terminal.printJson({ runId: run.id, source: "snapshot", equal, replayHash: hash, snapshotHash });
    else {
      for (const each of comparisons) terminal.print(`${each.equal ? "equal     " : "NOT EQUAL "}  ${each.what}`);
      terminal.print(`Replay   ${hash}`);
      terminal.print(`Snapshot ${snapshotHash}`);
    }
    return equal ? undefined : "CHECK_FAILED";
  },
});
