import type { LinkSession, Session } from "@assay/client";
import { here, setSearch } from "@assay/site/location";
import { actAs } from "@assay/site/principal";
import { queryClient } from "@assay/site/query-client";
import { useCallback, useEffect, useState } from "react";
import { takeSecret } from "../app/take-secret.ts";
import { forgetLink } from "./kept-links.ts";
import { type Opening, openLink } from "./open-link.ts";

let opening: Promise<Opening> | undefined;

/** Opens the link once, and from then on lets the page act for it; undefined until it is known whether it can. */
export function useOpenedLink(): { opening: Opening | undefined; retry: () => void } {
  const [opened, setOpened] = useState<Opening>();
  const open = useCallback(() => {
    setOpened(undefined);
    opening ??= openLink(takeSecret("/audit"), here().searchParams.get("link"));
    void opening.then((result) => {
      opening = undefined;
      if (result.state === "OPEN") begin(result, () => setOpened({ state: "ENDED" }));
      setOpened(result);
    });
  }, []);
  useEffect(() => {
    open();
    // Another link that is put into the address changes nothing but the fragment.
    const reload = () => location.hash.length > 1 && location.reload();
    window.addEventListener("hashchange", reload);
    return () => {
      window.removeEventListener("hashchange", reload);
      actAs(undefined);
      queryClient.clear();
    };
  }, [open]);
  return { opening: opened, retry: open };
}

function begin({ session, token }: { session: LinkSession; token: string }, onEnded: () => void): void {
  setSearch({ link: session.linkId }, { replace: true });
  queryClient.clear();
  actAs({
    token,
    session: sessionOf(session),
    commentKinds: (["COMMENT", "REQUEST"] as const).filter((kind) => session.capabilities.includes(kind)),
    ended() {
      forgetLink(session.linkId);
      actAs(undefined);
      onEnded();
    },
  });
}

/** What the parts of the portal know of anyone who uses them: somebody who reads. */
function sessionOf({ linkId, tenantName }: LinkSession): Session {
  return {
    actorId: `link:${linkId}`,
    role: "VIEWER",
    tenant: { id: "", name: tenantName },
    tenants: [],
    packs: [],
    mayReview: false,
    mustChangePassword: false,
    secondFactor: "NONE",
  };
}
