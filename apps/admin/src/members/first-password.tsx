import type { Session } from "@assay/client";
import type { ReactNode } from "react";
import { useSiteConfig } from "../app/use-site-config.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { writeInvitation } from "./write-invitation.ts";

interface FirstPasswordProps {
  title: string;
  session: Session;
  email: string;
  password: string;
  children: ReactNode;
  onClose: () => void;
}

/** What to send to somebody who got a first password. */
export function FirstPassword({ title, session, email, password, children, onClose }: FirstPasswordProps) {
  // Where the tenant's people sign in: the portal, where it is known.
  const signInUrl = new URL(useSiteConfig()?.sites?.portal ?? "/cm", location.origin).href;
  return (
    <ShownOnce
      title={title}
      what="first password"
      secret={password}
      message={writeInvitation({ tenant: session.tenant.name, email, password, signInUrl })}
      onClose={onClose}
    >
      <p>{children}</p>
    </ShownOnce>
  );
}
