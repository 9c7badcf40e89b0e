/** Why an administrator changes no pack. */
export const READ_ONLY = "all tenants share packs, so a super administrator imports, publishes and binds them";
