/** A limit of time that counts only what is work: what is waited for within `hold` takes nothing of it. */
export interface WorkTime {
  /** Aborted when the time is used up. */
  readonly signal: AbortSignal;
  hold<T>(wait: () => Promise<T>): Promise<T>;
  leftMs(): number;
  /** To be called when the work is done. */
  end(): void;
}

export function createWorkTime(limitMs: number): WorkTime {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException("The work has taken longer than its time", "TimeoutError"));
  let spentMs = 0;
  let holds = 0;
  let hasEnded = false;
  let startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(late, limitMs);
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    spentMs += performance.now() - startedAt;
  };
  const start = () => {
    startedAt = performance.now();
    timer = setTimeout(late, Math.max(0, limitMs - spentMs));
  };
  return {
    signal: controller.signal,
    leftMs: () => limitMs - spentMs - (timer === undefined ? 0 : performance.now() - startedAt),
    end() {
      hasEnded = true;
      stop();
    },
    async hold(wait) {
      holds += 1;
      stop();
      try {
        return await wait();
      } finally {
        holds -= 1;
        if (holds === 0 && !hasEnded) start();
      }
    },
  };
}
