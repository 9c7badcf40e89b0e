/** A requirement with a passage that an auditor would take for sound proof of it, and one that looks like proof and is none. */
export interface PlainPair {
  readonly domain: string;
  readonly requirement: string;
  readonly criterion: string;
  readonly document: string;
  readonly sound: string;
  readonly unsound: string;
  /** The requirement has a figure. */
  readonly figure?: true;
}

export const pair = (
  domain: string,
  criterion: string,
  requirement: string,
  document: string,
  sound: string,
  unsound: string,
  figure?: true,
): PlainPair => ({ domain, criterion, requirement, document, sound, unsound, ...(figure ? { figure } : {}) });
