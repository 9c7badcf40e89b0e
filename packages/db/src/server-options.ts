import type { ServerOptions } from "./connection.ts";

export function serverOptions(options: ServerOptions): Required<ServerOptions> {
  return {
    poolSize: options.poolSize ?? 10,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
    idleInTransactionMs: options.idleInTransactionMs ?? 10_000,
  };
}
