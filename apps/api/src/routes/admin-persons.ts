import { operations } from "@assay/contract/operations";
import { bind, serve } from "../middleware/bind.ts";

/** Rare: what does it is loaded when it is asked for. */
const persons = () => import("@assay/core/persons");

export const adminPersons = serve(
  bind(operations.admin.persons.export, async (c) => {
    const { exportAnyPerson } = await persons();
    return c.json(await exportAnyPerson(c.var.ctx, c.var.services.accounts, c.req.param("userId")));
  }),
  bind(operations.admin.persons.erase, async (c) => {
    const { erasePerson } = await persons();
    const asked = { userId: c.req.param("userId"), ...c.req.valid("json") };
    return c.json({ person: await erasePerson(c.var.ctx, c.var.services.accounts, asked) });
  }),
  bind(operations.session.person, async (c) => {
    const { exportOwnPerson } = await persons();
    const { ctx, services, signIn } = c.var;
    return c.json(await exportOwnPerson(ctx, services.accounts, signIn.person?.isTenantFixed ?? false));
  }),
);
