import { Page } from "../app/page.tsx";
import { ActedList } from "./acted-list.tsx";
import { DOMAINS } from "./domains.tsx";
import { PROVIDERS } from "./providers.tsx";
import { SCIM_GROUPS } from "./scim-groups.tsx";
import { SCIM_KEYS } from "./scim-keys.tsx";

/** Where the tenant's people sign in, and whose addresses they may have. */
export default function SingleSignOnView() {
  return (
    <Page
      title="Single sign-on"
      lead="People sign in at your own OpenID Connect provider, where their e-mail address is in a domain that you have proved."
    >
      <ActedList {...PROVIDERS} />
      <ActedList {...DOMAINS} />
      <ActedList {...SCIM_KEYS} />
      <ActedList {...SCIM_GROUPS} />
    </Page>
  );
}
