import type { CommentKind, Session } from "@assay/client";

/** Who acts on this page in place of anyone who is signed in. */
export interface Principal {
  readonly token: string;
  /** What pages show of it. */
  readonly session: Session;
  /** What it may write about the run. */
  readonly commentKinds: readonly CommentKind[];
  /** Called when the service refuses the token. */
  readonly ended: () => void;
}

let acting: Principal | undefined;

export const principal = () => acting;

/** From now on requests are the principal's; undefined for anyone who is signed in. */
export function actAs(next: Principal | undefined): void {
  acting = next;
}
