import type { Postgres } from './database.ts';

/**
 * Stores the settings that the nodes of a catalogue have in common, and returns those of the node that started last;
 * of the first node, its own. They are in a table of their own, because a running import locks the row of `state`.
 */
export async function exchangeNodeSettings(
  { query }: Pick<Postgres, 'query'>,
  settings: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const text = JSON.stringify(settings);
  const [row] = await query(
    `WITH before AS (SELECT settings FROM agreement)
     INSERT INTO agreement (id, settings) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings
     RETURNING (SELECT settings FROM before)`,
    [text],
  );
  const before = row?.[0];
  return typeof before === 'string' ? (JSON.parse(before) as Readonly<Record<string, string>>) : settings;
}
