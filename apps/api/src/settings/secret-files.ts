/** Reads a file of text. Throws what Node throws, with a `code`. */
export type ReadSecretFile = (path: string) => string;

type Given = Readonly<Record<string, string>>;

/** Names that end so are secrets, without a line for each. */
const ENDINGS = /(^|_)(TOKEN|KEY|KEY_ID|SECRET|PASSWORD|CREDENTIALS|HEADERS)$/;
/** Secret as well: an address may hold a password. */
const ADDRESSES = [
  "DATABASE_URL",
  "DATABASE_MIGRATE_URL",
  "DATABASE_BACKUP_URL",
  "SMTP_URL",
  "CHECKPOINT_GIT_URL",
  "NOTICE_WEBHOOK_URL",
  "AUDIT_WEBHOOK_URL",
];
const PUBLIC = ["SUPABASE_PUBLISHABLE_KEY"];

/** Whether a setting is a secret: its value is never shown, and it may come from a file. */
export function isSecretSetting(name: string): boolean {
  return (ENDINGS.test(name) && !PUBLIC.includes(name)) || ADDRESSES.includes(name);
}

/** The name of the setting that says where a secret is read from. */
export function fileSettingOf(secret: string): string {
  return `${secret}_FILE`;
}

/** The settings with every secret that a file holds. `readFile` is absent where a runtime has no files. */
export function readSecretFiles(
  given: Given,
  settings: readonly string[],
  readFile: ReadSecretFile | undefined,
): { readonly given: Given; readonly problems: readonly string[] } {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of settings.filter(isSecretSetting)) {
    const path = given[fileSettingOf(name)];
    if (path === undefined) continue;
    const found = given[name] === undefined ? readOne(path, readFile) : { problem: `must not be set next to ${name}` };
    if ("problem" in found) problems.push(`${fileSettingOf(name)} ${found.problem}`);
    else read[name] = found.text;
  }
  return { given: { ...given, ...read }, problems };
}

function readOne(path: string, readFile: ReadSecretFile | undefined): { text: string } | { problem: string } {
  if (!readFile) return { problem: "must not be set because this runtime has no files: set the secret itself" };
  try {
    // An editor ends a file with a line break, which is no part of a secret.
    const text = readFile(path).replace(/[\r\n]+$/, "");
    return text === "" ? { problem: `must name a file that is not empty: it is '${path}'` } : { text };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return { problem: `must name a file that can be read: it is '${path}'${code}` };
  }
}
