interface Emitter {
  on(event: "error", listener: () => void): unknown;
}

/**
 * A client that is listened to from its making on: a pool hears the errors of idle ones only, and one that nobody hears
 * ends the process.
 */
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants it of a class that another one is made from.
export function hearErrors<T extends new (...args: any[]) => Emitter>(Client: T): T {
  return class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    constructor(...args: any[]) {
      super(...args);
      this.on("error", () => {});
    }
  };
}
