import type { Command } from "./command.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { results } from "./commands/results.ts";
import { run } from "./commands/run.ts";
import { status } from "./commands/status.ts";
import { upload } from "./commands/upload.ts";
import { whoami } from "./commands/whoami.ts";

/** Every command. The dispatcher, the help, the completions and the reference are made from it. */
export const COMMANDS: readonly Command[] = [login, logout, whoami, upload, run, status, results];
