import { keepStyles, toSafeJson } from "./plain-text.ts";

/** A stream of the process, or what represents one in a test. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(bytes: string | Uint8Array): unknown;
}

export interface Input extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined;
}

export interface TerminalOptions {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Presentation {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly colour: boolean;
}

/** The numbers that turn a style on and off again. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  gray: [90, 39],
} as const;

export type Style = keyof typeof STYLES;

const COLUMNS = { min: 60, normal: 80, max: 160 };
const REDRAW_MS = 80;

/** Results go to the standard output; progress, notes and errors to the standard error. */
export class Terminal {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: TerminalOptions["env"];
  readonly json: boolean;
  readonly quiet: boolean;
  readonly #colour: boolean;
  #status = "";
  #milestone = "";
  #drawnAt = 0;

  constructor(options: TerminalOptions, presentation: Presentation) {
    this.stdin = options.stdin;
    this.stdout = options.stdout;
    this.stderr = options.stderr;
    this.env = options.env;
    this.json = presentation.json;
    this.quiet = presentation.quiet;
    this.#colour = presentation.colour;
  }

  /** Whether a person reads the results as they are printed; else they are lines with tabs, uncut. */
  get isInteractive(): boolean {
    return this.stdout.isTTY === true && !this.json;
  }

  get columns(): number {
    return Math.min(COLUMNS.max, Math.max(COLUMNS.min, this.stdout.columns ?? COLUMNS.normal));
  }

  paint(style: Style, text: string): string {
    const [on, off] = STYLES[style];
    return this.#colour && this.stdout.isTTY ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  }

  /** A line of the results. */
  print(line = ""): void {
    this.#clear();
    this.stdout.write(`${keepStyles(line)}\n`);
    this.#draw();
  }

  printJson(value: unknown): void {
    this.#clear();
    this.stdout.write(`${toSafeJson(value)}\n`);
  }

  /** The bytes as they are, for a file. */
  printBytes(bytes: Uint8Array): void {
    this.#clear();
    this.stdout.write(bytes);
  }

  /** A line for the person, which is no result. */
  note(line: string): void {
    if (this.quiet) return;
    this.#clear();
    this.stderr.write(`${keepStyles(line)}\n`);
    this.#draw();
  }

  error(line: string): void {
    this.#clear();
    this.stderr.write(`${keepStyles(line)}\n`);
  }

  /** How far the work is: on a terminal one line that changes, else a line for each new milestone. */
  progress(status: string, milestone: string): void {
    if (this.quiet) return;
    if (!this.stderr.isTTY) {
      if (milestone !== this.#milestone) this.stderr.write(`${keepStyles(milestone)}\n`);
      this.#milestone = milestone;
      return;
    }
    const now = performance.now();
    if (this.#status !== "" && now - this.#drawnAt < REDRAW_MS) return;
    this.#clear();
    this.#drawnAt = now;
    this.#status = status;
    this.#draw();
  }

  endProgress(): void {
    this.#clear();
    this.#status = "";
    this.#milestone = "";
  }

  #draw(): void {
    if (this.#status !== "") this.stderr.write(keepStyles(this.#status));
  }

  #clear(): void {
    if (this.#status !== "") this.stderr.write("\r\u001b[2K");
  }
}
