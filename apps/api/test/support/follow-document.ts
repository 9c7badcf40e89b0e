import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./launch-process.ts";
import type { Shell } from "./open-shell.ts";

export interface DocumentedCommand {
  /** The heading above it. */
  readonly section: string;
  readonly text: string;
}

/** How a suite follows a document. What is in none of the tables is run as it is, and must end with 0. */
export interface Way {
  /** What represents the document's placeholders here. A placeholder that is not in it fails the suite. */
  readonly values: Map<string, string>;
  /** What a later command needs of an earlier one's output: a placeholder, and where its value is found. */
  readonly learned: Readonly<Record<string, RegExp>>;
  /** Commands that continue until they are stopped, and what they say once they work. */
  readonly services: Readonly<Record<string, RegExp>>;
  /** Commands that cannot be run here, by their exact text, each with the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /<[a-z][^<>\n]*>|…/;

/** The commands of a document's `sh` blocks, in order, without their comments; one over several lines is one. */
export async function readCommands(document: string): Promise<DocumentedCommand[]> {
  const text = await readFile(join(ROOT, document), "utf8");
  const commands: DocumentedCommand[] = [];
  let section = "";
  for (const [, heading, block] of text.matchAll(/^#+ (.+)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (heading !== undefined) section = heading;
    for (const line of (block ?? "").replaceAll(/\s*\\\n\s*/g, " ").split("\n")) {
      const command = line.replace(/(^|\s+)# .*$/, "").trim();
      if (command) commands.push({ section, text: command });
    }
  }
  return commands;
}

/** Follows commands one after the other. Returns those that were omitted. */
export async function followCommands(
  shell: Shell,
  commands: readonly DocumentedCommand[],
  way: Way,
): Promise<string[]> {
  const leftOut: string[] = [];
  for (const { text } of commands) {
    if (way.leftOut[text] !== undefined) {
      leftOut.push(text);
      continue;
    }
    const command = fill(text, way.values);
    const said = way.services[text];
    if (said) await shell.start(command, said);
    else learn(await shell.run(command), way);
  }
  return leftOut;
}

function fill(command: string, values: Way["values"]): string {
  let filled = command;
  for (const [placeholder, value] of values) filled = filled.replaceAll(placeholder, value);
  const [unknown] = PLACEHOLDER.exec(filled) ?? [];
  if (unknown)
    throw new Error(`Cannot follow '${command}' because '${unknown}' has no value: add it to the suite's table`);
  return filled;
}

function learn(output: string, { learned, values }: Way): void {
  for (const [placeholder, place] of Object.entries(learned)) {
    const found = place.exec(output)?.[1];
    if (found) values.set(placeholder, found);
  }
}
