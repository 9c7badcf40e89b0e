import type { Session } from "../../generated/types.ts";
import { open } from "../access/connect.ts";
import { credentialsPath, type Profile, putProfile, readCredentials } from "../access/credentials-file.ts";
import { giveCode } from "../access/give-code.ts";
import { isUnencrypted, toServiceAddress } from "../access/service-address.ts";
import { findIssuer, signIn } from "../access/user-session.ts";
import { defineCommand, type Invocation } from "../command.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { SECOND_FACTOR_FIX } from "../explain-error.ts";
import { portalAddress } from "../find-run.ts";
import { ask, readStdin } from "../terminal/ask.ts";

const CODE = "Code of your authenticator app, or a recovery code: ";
const DEFAULT_ADDRESS = "http://localhost:8787";

export const login = defineCommand({
  name: "login",
  group: "access",
  summary: "Sign in with an API key, or with e-mail and password",
  details: [
    "Asks for what is not given, also for the code of a second factor. In CI, set ASSAY_URL and ASSAY_API_KEY in place of a login.",
  ],
  options: {
    "key-stdin": { type: "boolean", says: "Read the API key from the standard input." },
    email: { type: "string", value: "<e-mail>", says: "Sign in with this e-mail and a password." },
    "password-stdin": {
      type: "boolean",
      says: "With --email: read the password from the standard input, and from its second line a code.",
    },
  },
  examples: [
    { command: "assay login --url https://assay.example.com", does: "Ask for the key, or for e-mail and password" },
    { command: 'echo "$KEY" | assay login --url https://assay.example.com --key-stdin', does: "Store an API key" },
  ],
  async run(invocation) {
    const { terminal, signal, options } = invocation;
    if (options["password-stdin"] && !options.email) throw usageError("--password-stdin needs --email");
    if (options["key-stdin"] && options.email) throw usageError("--key-stdin and --email exclude each other");
    const address = await chooseAddress(invocation);
    if (isUnencrypted(address)) terminal.note(`${address} is not encrypted: others on the way can read what you send.`);
    let { profile, code } = await chooseProfile(invocation, address);
    const readSession = () => {
      const token = profile.kind === "key" ? profile.key : profile.accessToken;
      const email = profile.kind === "key" ? null : profile.email;
      return open({ address, token, source: profile.kind, email }).assay.session({ signal });
    };
    let session = await readSession();
    if (session.mustChangePassword)
      throw new CommandError(
        "NOT_ALLOWED",
        "Your first password must be changed before you can work",
        `Sign in at ${portalAddress(address)} and change it, then run \`assay login\` again.`,
      );
    if (session.secondFactor === "ASKED" && profile.kind === "session") {
      if (terminal.stdin.isTTY === true) code ??= await ask(terminal, CODE, { hidden: true, signal });
      if (!code)
        throw new CommandError("NOT_ALLOWED", "The password alone does not sign in to this account", SECOND_FACTOR_FIX);
      profile = { kind: "session", ...(await giveCode(profile, code, signal)) };
      session = await readSession();
    }
    if (session.secondFactor === "MISSING" && profile.kind === "session")
      throw new CommandError(
        "NOT_ALLOWED",
        "Your organisation demands a second factor, and you have none",
        `Sign in at ${portalAddress(address)} and add one, then run \`assay login\` again.`,
      );
    const email = profile.kind === "key" ? null : profile.email;
    await putProfile(credentialsPath(terminal.env), address, profile);
    if (terminal.json) terminal.printJson({ url: address, session });
    else terminal.print(`Signed in to ${address} as ${formatActor(session, email)}.`);
    return undefined;
  },
});

/** Such as `ada@example.com, MEMBER of Acme`. */
function formatActor({ actorId, role, tenant }: Session, email: string | null): string {
  return `${email ?? actorId}, ${role} of ${tenant.name}`;
}

type Given = Invocation<NonNullable<(typeof login)["options"]>>;

async function chooseAddress({ shared, terminal, signal }: Pick<Given, "shared" | "terminal" | "signal">) {
  const { current } = await readCredentials(credentialsPath(terminal.env));
  const given = shared.url ?? terminal.env.ASSAY_URL;
  if (given) return toServiceAddress(given);
  if (!terminal.stdin.isTTY) throw usageError("Cannot tell which service to use", "Give --url, or set ASSAY_URL.");
  const usual = current ?? DEFAULT_ADDRESS;
  return toServiceAddress((await ask(terminal, `Address of the service [${usual}]: `, { signal })) || usual);
}

async function chooseProfile(
  {
    options,
    terminal,
    signal,
  }: Pick<Invocation, "terminal" | "signal"> & { options: Readonly<Record<string, unknown>> },
  address: string,
): Promise<{ profile: Profile; code?: string | undefined }> {
  const { email } = options as { email?: string };
  const mayAsk = terminal.stdin.isTTY === true;
  if (email !== undefined) {
    const hidden = { hidden: true, signal };
    const given =
      options["password-stdin"] || !mayAsk ? await readStdin(terminal) : await ask(terminal, "Password: ", hidden);
    const [password = "", code] = given.split(/\r?\n/);
    return { profile: await signInWith(address, { email, password }, signal), code };
  }
  if (options["key-stdin"] || !mayAsk) return { profile: toKeyProfile(await readStdin(terminal)) };
  const key = await ask(terminal, "API key (empty: e-mail and password): ", { hidden: true, signal });
  if (key) return { profile: toKeyProfile(key) };
  const typed = await ask(terminal, "E-mail: ", { signal });
  const password = await ask(terminal, "Password: ", { hidden: true, signal });
  return { profile: await signInWith(address, { email: typed, password }, signal) };
}

function toKeyProfile(key: string): Profile {
  if (!/^\S+$/.test(key)) throw usageError("Cannot sign in without an API key: give it on the standard input");
  return { kind: "key", key };
}

async function signInWith(
  address: string,
  account: { email: string; password: string },
  signal: AbortSignal,
): Promise<Profile> {
  return { kind: "session", ...(await signIn(await findIssuer(address, signal), account, signal)) };
}
