import type { Command } from "../command.ts";
import { type Completed, type CompletedOption, quote, toCompleted } from "./words.ts";

/** Completes commands, options, closed sets of values, and files. */
export function writeBashCompletion(commands: readonly Command[]): string {
  const rows = toCompleted(commands);
  return `# Completions of assay for bash.
_assay() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name= word at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case "$word" in -*) continue ;; esac
    case "$name $word" in
${rows.map(({ name }) => `      ${quote(name.includes(" ") ? name : ` ${name}`)}) name=${quote(name)} ;;`).join("\n")}
      ${firstWords(rows)
        .map((word) => quote(` ${word}`))
        .join("|")}) name=$word ;;
    esac
  done
  COMPREPLY=()
  case "$name" in
    '') COMPREPLY=($(compgen -W ${quote([...new Set(rows.map(({ name }) => name.split(" ")[0]!))].join(" "))} -- "$cur")) ;;
${firstWords(rows)
  .map((first) => `    ${first}) COMPREPLY=($(compgen -W ${quote(secondWords(rows, first).join(" "))} -- "$cur")) ;;`)
  .join("\n")}
${rows.map(caseOf).join("\n")}
  esac
}
complete -F _assay assay
`;
}

function caseOf({ name, options, files, values }: Completed): string {
  const withValue = options.filter(({ type }) => type === "string");
  const branches = withValue.map((option) => `        ${flags(option).join("|")}) ${replyOf(option)} ;;`);
  const words = [...options.flatMap(flags), ...values].join(" ");
  return `    ${quote(name)})
      case "$prev" in
${branches.join("\n")}
        *) COMPREPLY=($(compgen -W ${quote(words)} ${files ? "-f " : ""}-- "$cur")) ;;
      esac ;;`;
}

function replyOf({ choices, completes }: CompletedOption): string {
  if (choices) return `COMPREPLY=($(compgen -W ${quote(choices.join(" "))} -- "$cur"))`;
  return completes ? 'COMPREPLY=($(compgen -f -- "$cur"))' : ":";
}

function flags({ name, short }: CompletedOption): string[] {
  return [...(short ? [`-${short}`] : []), `--${name}`];
}

/** The first words that are no command by themselves. */
function firstWords(rows: readonly Completed[]): string[] {
  const firsts = new Set(rows.filter(({ name }) => name.includes(" ")).map(({ name }) => name.split(" ")[0]!));
  return [...firsts].filter((first) => !rows.some(({ name }) => name === first));
}

function secondWords(rows: readonly Completed[], first: string): string[] {
  return rows.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.split(" ")[1]!] : []));
}
