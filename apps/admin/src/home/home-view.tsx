import { Page } from "../app/page.tsx";
import { useTenantSession } from "../app/use-tenant-session.ts";

export default function HomeView() {
  const { data: session } = useTenantSession();
  return (
    <Page title="Home" lead="What needs attention.">
      <p className="text-sm">{session?.packs.length ?? 0} packs are bound.</p>
    </Page>
  );
}
