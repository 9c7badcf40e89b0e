declare global {
  interface Window {
    walk: WatchedPage;
  }
}

interface WatchedPage {
  /** Grows with each change of the DOM, of a field, of the focus and of the address. */
  effects: number;
  /** What the page has asked for and not read yet. */
  awaited: number;
  /**
   * Resolves when nothing is awaited, nothing is said to load, and two frames and an idle moment have passed without a
   * change.
   */
  idle(): Promise<void>;
}

/** Counts, from the first script of a document on, what happens on its page. */
export function watchEffects(): void {
  if (window.walk) return;
  const watched: WatchedPage = { effects: 0, awaited: 0, idle };
  Object.defineProperty(window, "walk", { value: watched });
  const note = () => {
    watched.effects += 1;
  };

  const isOwn = ({ attributeName }: MutationRecord) => attributeName === "data-walk";
  new MutationObserver((records) => records.every(isOwn) || note()).observe(document, {
    ...{ subtree: true, childList: true, attributes: true, characterData: true },
  });
  for (const type of ["focusin", "input", "change", "toggle", "popstate", "hashchange"])
    addEventListener(type, note, { capture: true });
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (this: History, ...args: Parameters<History["pushState"]>) {
      note();
      return original.apply(this, args);
    };
  }

  const { fetch } = window;
  window.fetch = (...args) => awaiting(() => fetch(...args));
  for (const name of ["json", "text", "arrayBuffer", "blob"] as const) {
    const original = Response.prototype[name] as () => Promise<unknown>;
    Object.assign(Response.prototype, {
      [name](this: Response) {
        return awaiting(() => original.call(this));
      },
    });
  }

  async function awaiting<T>(act: () => Promise<T>): Promise<T> {
    watched.awaited += 1;
    note();
    try {
      return await act();
    } finally {
      watched.awaited -= 1;
    }
  }

  function isLoading(): boolean {
    // Without the network, what loads waits until it is back.
    return (
      navigator.onLine && document.querySelector('[role=status][aria-label^="Loading"], [aria-busy=true]') !== null
    );
  }

  /** When what was last loaded is shown at the latest: React holds it back for so long after its placeholder. */
  function shownAt(): number {
    const REVEAL_MS = 320;
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    return scripts.length === 0
      ? 0
      : REVEAL_MS + Math.max(...scripts.map((entry) => (entry as PerformanceResourceTiming).responseEnd));
  }

  async function idle(): Promise<void> {
    for (let calm = 0; calm < 2; ) {
      const before = watched.effects;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, shownAt() - performance.now())));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      // A busy machine may grant no idle moment while something is animated.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
      calm = watched.awaited === 0 && watched.effects === before && !isLoading() ? calm + 1 : 0;
    }
  }
}
