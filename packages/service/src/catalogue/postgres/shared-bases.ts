import type { SharedBases } from '../../../../columnar/src/shared-bases.ts';
import type { Postgres } from './database.ts';

/** Number of changed assets since the shared base that make a newer one worth its upload; applying as many takes a second. */
const WORTHWHILE_CHANGES = 2048;

/**
 * Condition of a row `b`: the change log reaches back to its revision. The log has no gaps, so the revision before the oldest
 * will do.
 */
const IS_RECENT = `b.revision >= coalesce((SELECT min(revision) FROM changes), (SELECT revision + 1 FROM state)) - 1`;

/**
 * Opens the record of the bases of the search index that nodes share. All times are those of the server, because the clocks
 * of nodes differ.
 */
export function openPostgresSharedBases(database: Postgres): SharedBases {
  const { query } = database;
  return {
    newest: async (format) => {
      const [row] = await query(
        `SELECT b.name, b.revision, b.size, b.sha256 FROM shared_bases b
         WHERE b.format = $1 AND b.name IS NOT NULL AND ${IS_RECENT}`,
        [format],
      );
      if (row === undefined) return undefined;
      const [name, revision, size, sha256] = row;
      return { name: String(name), revision: Number(revision), size: Number(size), sha256: String(sha256) };
    },
    claim: async (format, { name, revision, shape, seconds }) => {
      await using transaction = await database.begin('write');
      await transaction.query('INSERT INTO shared_bases (format) VALUES ($1) ON CONFLICT DO NOTHING', [format]);
      const [row] = await transaction.query(
        `SELECT uploading, coalesce(uploading_until > now(), false),
           $2::bigint <= (SELECT revision FROM state) AND
             (b.name IS NULL OR b.shape <> $3 OR NOT ${IS_RECENT} OR ${WORTHWHILE_CHANGES} = (SELECT count(*) FROM (
               SELECT FROM changes c WHERE c.kind = 'asset' AND c.revision > b.revision AND c.revision <= $2
               LIMIT ${WORTHWHILE_CHANGES}) changed))
         FROM shared_bases b WHERE b.format = $1 FOR UPDATE`,
        [format, revision, shape],
      );
      const [uploading, isBusy, isWorthwhile] = row ?? [];
      if (isWorthwhile !== true) return 'needless';
      if (isBusy === true) return 'busy';
      await transaction.query(
        `UPDATE shared_bases SET uploading = $2, uploading_until = now() + make_interval(secs => $3) WHERE format = $1`,
        [format, name, seconds],
      );
      await transaction.commit();
      return {
        leftover: typeof uploading === 'string' ? uploading : undefined,
        publish: async ({ size, sha256 }) => {
          const [published] = await query(
            `WITH former AS (SELECT previous FROM shared_bases WHERE format = $1)
             UPDATE shared_bases SET previous = name, name = uploading, revision = $3, shape = $4, size = $5, sha256 = $6,
               uploading = NULL, uploading_until = NULL
             WHERE format = $1 AND uploading = $2 RETURNING (SELECT previous FROM former)`,
            [format, name, revision, shape, size, sha256],
          );
          // Another node has the turn now: our own file is the one to remove.
          if (published === undefined) return name;
          return typeof published[0] === 'string' ? published[0] : undefined;
        },
        [Symbol.asyncDispose]: async () => {
          // The name stays, so that the next turn removes what was uploaded.
          await query('UPDATE shared_bases SET uploading_until = NULL WHERE format = $1 AND uploading = $2', [
            format,
            name,
          ]);
        },
      };
    },
    forget: async (format, name) => {
      await query('UPDATE shared_bases SET name = NULL WHERE format = $1 AND name = $2', [format, name]);
    },
  };
}
