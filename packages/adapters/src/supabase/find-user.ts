import { z } from "zod";
import type { SupabaseConnection } from "./supabase-client.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

const foundUser = z.object({
  id: z.uuid(),
  email: z.string().nullish(),
  last_sign_in_at: z.string().nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type FoundUser = z.infer<typeof foundUser>;
const userPage = z.object({ users: z.array(foundUser) });

const PER_PAGE = 200;
const PAGES_MAX = 500;

/**
 * The user with exactly this e-mail, in lower case. The list's `filter` is not in the SDK: it matches parts of e-mails and
 * names, so that there may be pages of others, and a server that does not know it answers everybody.
 */
export async function findUser(request: SupabaseConnection["request"], email: string): Promise<FoundUser | undefined> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = new URLSearchParams({ filter: email, page: String(page), per_page: String(PER_PAGE) });
    const response = await request(`auth/v1/admin/users?${query}`);
    if (!response.ok) {
      await response.body?.cancel();
      throw supabaseUnavailable(`it did not list users: the status is ${response.status}`);
    }
    const { users } = userPage.parse(await response.json());
    const found = users.find((user) => user.email?.toLowerCase() === email);
    if (found || users.length === 0) return found;
  }
  throw supabaseUnavailable(`there are more than ${PAGES_MAX * PER_PAGE} users, too many to search`);
}
