import { Agent, request } from "node:http";

export interface Pace {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Asks for one address `times` times over so many connections, each with one request at a time. */
export async function askOften(
  url: string,
  { times, connections, headers = {} }: { times: number; connections: number; headers?: Record<string, string> },
): Promise<Pace> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took: number[] = [];
  let left = times;
  const begun = performance.now();
  const askOn = async () => {
    while (left-- > 0) {
      const from = performance.now();
      await ask(url, agent, headers);
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  const ms = performance.now() - begun;
  agent.destroy();
  const sorted = took.toSorted((one, other) => one - other);
  return { perSecond: (times / ms) * 1000, p99Ms: sorted[Math.floor(sorted.length * 0.99)]! };
}

function ask(url: string, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Cannot measure ${url}: it replies ${response.statusCode}`));
      response.resume().on("end", resolve).on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}
