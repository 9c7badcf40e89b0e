import { createHash } from "node:crypto";
import { mkdir, realpath, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "./config.ts";

/** Within the data folder. */
export const CHECKPOINT_KEY_FOLDER = "checkpoints";

const SOCKET_PATH_MAX = 100;

/**
 * Makes the data folder this process's own until it ends, however it ends: the lock is a listening socket, which the
 * system takes back even after a kill. Throws ConfigError while another process holds it.
 */
export async function openDataFolder(dir: string): Promise<{ path: string; release(): Promise<void> }> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = await realpath(dir);
  const address = socketAddress(path);
  const server = (await listen(address)) ?? (await takeOver(path, address));
  server.unref();
  return { path, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function socketAddress(path: string): string {
  const name = `assay-${createHash("sha256").update(path).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const inside = join(path, "lock");
  return inside.length <= SOCKET_PATH_MAX ? inside : join(tmpdir(), name);
}

async function takeOver(path: string, address: string): Promise<Server> {
  if (await answers(address)) throw inUse(path);
  await unlink(address).catch(() => {});
  const server = await listen(address);
  if (!server) throw inUse(path);
  return server;
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function inUse(path: string): ConfigError {
  return new ConfigError(
    `Cannot open the data folder '${path}' as another process uses it: stop that one, or set ASSAY_DATA_DIR`,
  );
}
