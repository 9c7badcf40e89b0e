import pg from "pg";

export async function runOnServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Roles belong to the whole server: packages and working copies that set up at the same time take turns. */
export async function oneAtATime(url: string, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('assay_template'))");
    await act();
  } finally {
    await client.end();
  }
}
