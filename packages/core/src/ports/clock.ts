/** What tells the time by which tokens and signatures are judged. */
export interface Clock {
  now(): Date;
  /** How far `now` may be from the right time, to either side. */
  uncertaintyMs(): number;
}
