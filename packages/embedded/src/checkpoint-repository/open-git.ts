import { spawn } from "node:child_process";
import { AssayError } from "@assay/contract";

export interface RemoteOptions {
  /** As git takes it; a user and password of an https address are given to git apart from it. */
  readonly url: string;
  /** Of this process: git gets from it what says where programs, homes, keys and proxies are. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For each command. */
  readonly timeoutMs?: number;
}

/** Runs git in a folder and returns its output. Throws GitFailure, and AssayError SERVICE_UNAVAILABLE without git. */
export type Git = (
  args: readonly string[],
  options: { readonly signal: AbortSignal; readonly input?: string },
) => Promise<string>;

/** Git ended with another status than 0. */
export class GitFailure extends Error {
  readonly status: number | null;
  /** Its error output. */
  readonly said: string;

  constructor(status: number | null, command: string, said: string) {
    super(`git ${command}: ${decisiveLine(said) || `it ended with status ${status}`}`);
    this.status = status;
    this.said = said;
  }
}

const TIMEOUT_MS = 20_000;
const OUTPUT_LENGTH_MAX = 64 * 1024 * 1024;
const SAID_LENGTH_MAX = 300;
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_SSH_COMMAND|SSL_CERT_(FILE|DIR)|(https?|all|no)_proxy)$/i;

/** Hands git both without that a list of processes shows them; `echo` would read a backslash in them. */
const HELPER = `!f() { printf '%s\\n' "username=$ASSAY_GIT_USER" "password=$ASSAY_GIT_PASSWORD"; }; f`;

/**
 * Git in `folder`, with the remote as `origin`; it never asks anybody, and runs no hook and no other transport. Throws
 * AssayError SERVICE_UNAVAILABLE for an address that cannot be read.
 */
export function openGit(folder: string, { url, env, timeoutMs = TIMEOUT_MS }: RemoteOptions): Git {
  const surroundings = surroundingsOf(url, env);
  return (args, { signal, input = "" }) =>
    new Promise((resolve, reject) => {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      // A group of its own: ending git alone would leave what it talks to the remote with.
      const child = spawn("git", args, {
        cwd: folder,
        env: surroundings,
        detached: true,
        stdio: ["pipe", "pipe", "pipe"],
      });
      const [out, said] = [collect(), collect()];
      const end = () => {
        try {
          if (child.pid) process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended by itself.
        }
      };
      if (within.aborted) end();
      within.addEventListener("abort", end);
      child.stdout.setEncoding("utf8").on("data", (text: string) => out.add(text, end));
      child.stderr.setEncoding("utf8").on("data", (text: string) => said.add(text, end));
      // What it does not read, it did not need.
      child.stdin.on("error", () => undefined).end(input);
      child.once("error", (error: NodeJS.ErrnoException) => {
        within.removeEventListener("abort", end);
        const why = error.code === "ENOENT" ? "git is not installed" : `git cannot be started (${error.code})`;
        reject(unavailable(why, error));
      });
      child.once("close", (status) => {
        within.removeEventListener("abort", end);
        if (signal.aborted) return reject(signal.reason);
        if (within.aborted) return reject(unavailable(`git ${args[0]} took over ${timeoutMs} ms`));
        if (status === 0) return resolve(out.text());
        reject(new GitFailure(status, args[0]!, said.text()));
      });
    });
}

export function unavailable(why: string, cause?: unknown): AssayError {
  return new AssayError("SERVICE_UNAVAILABLE", `Cannot use the repository of CHECKPOINT_GIT_URL because ${why}`, {
    cause,
  });
}

function collect() {
  let text = "";
  return {
    text: () => text,
    add(more: string, end: () => void) {
      if (text.length + more.length > OUTPUT_LENGTH_MAX) end();
      else text += more;
    },
  };
}

function decisiveLine(said: string): string {
  const lines = said.trim().split("\n");
  const line =
    [/^ ?! \[/, /^(fatal|error):/, /./].map((form) => lines.find((each) => form.test(each))).find(Boolean) ?? "";
  return line.trim().slice(0, SAID_LENGTH_MAX);
}

function surroundingsOf(url: string, env: RemoteOptions["env"]): Record<string, string> {
  const { address, credentials } = split(url);
  const settings: [name: string, value: string][] = [
    ["remote.origin.url", address],
    ["core.hooksPath", "/dev/null"],
    ["transfer.fsckObjects", "true"],
    ["push.gpgSign", "false"],
    ["gc.auto", "0"],
    ["http.lowSpeedLimit", "1"],
    ["http.lowSpeedTime", "15"],
    ...(credentials ? helpersOf(address, credentials) : []),
  ];
  const passed = Object.entries(env).filter(
    (each): each is [string, string] => each[1] !== undefined && PASSED_ON.test(each[0]),
  );
  return {
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=10",
    ...Object.fromEntries(passed),
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "false",
    GIT_ALLOW_PROTOCOL: "https:http:ssh:file",
    GIT_AUTHOR_NAME: "Assay",
    GIT_AUTHOR_EMAIL: "assay@localhost",
    GIT_COMMITTER_NAME: "Assay",
    GIT_COMMITTER_EMAIL: "assay@localhost",
    LC_ALL: "C",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
    ...(credentials && { ASSAY_GIT_USER: credentials.user, ASSAY_GIT_PASSWORD: credentials.password }),
  };
}

interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** For the remote's own host alone, wherever it leads. The operator's helpers are asked for a password that is missing. */
function helpersOf(address: string, { user, password }: Credentials): [name: string, value: string][] {
  const of = `credential.${new URL(address).origin}`;
  return [password === "" ? [`${of}.username`, user] : [`${of}.helper`, ""], [`${of}.helper`, HELPER]];
}

/** A token may stand in the place of the user: neither it nor the password stays in the address. */
function split(url: string): { readonly address: string; readonly credentials?: Credentials } {
  if (!/^https?:/.test(url)) return { address: url };
  try {
    const parsed = new URL(url);
    const [user, password] = [decodeURIComponent(parsed.username), decodeURIComponent(parsed.password)];
    if (user === "" && password === "") return { address: url };
    if (/\p{Cc}/u.test(user + password)) throw new TypeError("control characters");
    parsed.username = "";
    parsed.password = "";
    return { address: parsed.href, credentials: { user, password } };
  } catch {
    // The error itself would show the password.
    throw unavailable("its address cannot be read: write % as %25 and / as %2F in a user or password");
  }
}
