import { Link } from "@assay/site/link";
import { BASE, usePath } from "@assay/site/location";
import { useSession } from "@assay/site/use-session";
import { useQuery } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { mentionsQuery } from "./queries.ts";

const SHOWN_MAX = 99;

/** Leads to where the user is mentioned, with how many of them are unread. */
export function MentionsLink() {
  const { data: session } = useSession();
  const { data } = useQuery({ ...mentionsQuery, enabled: session !== undefined });
  const isHere = usePath() === "/mentions";
  const unread = data?.unreadCount ?? 0;
  const count = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  return (
    <Link
      href={`${BASE}/mentions`}
      aria-current={isHere ? "page" : undefined}
      aria-label={unread > 0 ? `Mentions, ${count} unread` : "Mentions"}
      title="Mentions"
      className="target relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-hover aria-[current]:text-text"
    >
      <AtSign size={16} aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -end-0.5 -top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
