import { sql } from "drizzle-orm";

/** Tenants whose jobs wait: few, so that looks for jobs may count them. The statements have a `tenants` of their own. */
export const suspendedTenants = sql`(select id from public.tenants where status = 'INACTIVE')`;

/** Jobs of a suspended tenant wait until it is resumed; what is claimed already goes on to the end of its attempt. */
export const ofActiveTenant = sql`not exists (
  select from public.tenants owner where owner.id = work_items.tenant_id and owner.status <> 'ACTIVE')`;
