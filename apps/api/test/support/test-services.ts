const ORIGINS = new Set<string>();

/** Remembers a service of this process, whose replies are then held to the API document. */
export function rememberTestService(url: string): void {
  ORIGINS.add(new URL(url).origin);
}

export function isTestService(origin: string): boolean {
  return ORIGINS.has(origin);
}
