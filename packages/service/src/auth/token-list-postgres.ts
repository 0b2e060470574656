import { followNumber } from '../../../core/src/concurrency/follow-number.ts';
import { readListedToken, refuseFullList, type TokenList } from './token-list.ts';

/** Runs one statement by itself, and returns its rows as arrays of cells. */
type TokenQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly (readonly unknown[])[]>;

/** What a list needs of its database. */
export interface TokenDatabase {
  /** Creates the tables if there are none. */
  readonly query: TokenQuery;
  /** Has a connection of its own, so that a look doesn't wait behind the statements of requests. */
  readonly sideConnection: { readonly query: TokenQuery };
}

const COLUMNS = ['id', 'name', 'user', 'sha256', 'created', 'expires', 'last_used'];
const SELECTED = COLUMNS.map((name) => `"${name}"`).join(', ');
const tokenOf = (cells: readonly unknown[]) =>
  readListedToken(Object.fromEntries(COLUMNS.map((name, place) => [name, cells[place]])));

/** Shortest and longest pause between two looks at the state, in milliseconds. */
const POLL_MS = { least: 25, most: 250 } as const;

/**
 * Opens the list in the tables of a database, which all nodes share. It follows the state from the first call of `state`
 * on, so that a revocation reaches every node within `lagMilliseconds`; while the database doesn't answer for so long,
 * the state is unknown.
 */
export function openTokenListInDatabase(
  { query, sideConnection }: TokenDatabase,
  { lagMilliseconds }: { readonly lagMilliseconds: number },
): TokenList {
  const following = followNumber({
    ask: async (isFirst) =>
      Number((await (isFirst ? query : sideConnection.query)('SELECT number FROM token_state'))[0]?.[0]),
    pollMilliseconds: Math.min(POLL_MS.most, Math.max(POLL_MS.least, lagMilliseconds / 4)),
    lagMilliseconds,
  });

  return {
    state: following.number,
    all: async () => (await query(`SELECT ${SELECTED} FROM tokens ORDER BY name`)).map(tokenOf),
    add: async ({ name, user, sha256, created, expires }) => {
      const [row] = await query(`SELECT count(*) FROM tokens`);
      refuseFullList(Number(row?.[0]));
      const added = await query(
        `WITH added AS (
           INSERT INTO tokens (name, "user", sha256, created, expires) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (name) DO NOTHING RETURNING id
         ), noted AS (UPDATE token_state SET number = number + 1 WHERE EXISTS (SELECT 1 FROM added))
         SELECT id FROM added`,
        [name, user, sha256, created, expires ?? null],
      );
      return added.length === 1;
    },
    remove: async (name) => {
      const [cells] = await query(
        `WITH removed AS (DELETE FROM tokens WHERE name = $1 RETURNING ${SELECTED}),
           noted AS (UPDATE token_state SET number = number + 1 WHERE EXISTS (SELECT 1 FROM removed))
         SELECT ${SELECTED} FROM removed`,
        [name],
      );
      return cells && tokenOf(cells);
    },
    touch: async (id, time) => {
      await query('UPDATE tokens SET last_used = $2 WHERE id = $1', [id, time]);
    },
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  };
}
