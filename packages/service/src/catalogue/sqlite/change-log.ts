import type { DatabaseSync } from 'node:sqlite';
import {
  type ChangeNotes,
  COMMIT,
  isTimeToPrune,
  MOST_CHANGES,
  newCommitMark,
  openChangeNotes,
} from '../change-notes.ts';

/** Records what one transaction touches. */
export interface ChangeLog extends ChangeNotes {
  /** Writes the change log under a new revision, or nothing if nothing changed. */
  write(): void;
}

export function openChangeLog(database: DatabaseSync): ChangeLog {
  const dropdowns = new Map<number, boolean>();
  const definition = database.prepare(
    `SELECT document ->> '$.type' AS type FROM definitions WHERE kind = 'info_field' AND id = ?`,
  );

  /** A field that is defined later in the transaction counts as a dropdown. */
  const mayBeDropdown = (field: number) => {
    const known = dropdowns.get(field);
    if (known !== undefined) return known;
    const type = definition.get(field)?.['type'];
    const answer = type === undefined || type === 'dropdown';
    if (type !== undefined) dropdowns.set(field, answer);
    return answer;
  };

  const notes = openChangeNotes(mayBeDropdown);
  return {
    ...notes,
    write: () => {
      if (notes.kinds.size === 0) return;
      const revision = Number(
        database
          .prepare('UPDATE state SET revision = revision + 1, copied_from = ? RETURNING revision')
          .get(notes.copiedFrom() ?? null)?.['revision'],
      );
      const add = database.prepare('INSERT INTO changes VALUES (?, ?, ?)');
      add.run(revision, COMMIT, newCommitMark());
      let added = 0;
      for (const [kind, ids] of notes.kinds) {
        for (const id of ids) add.run(revision, kind, id);
        added += ids.size;
      }
      if (isTimeToPrune(revision, added)) prune(database);
    },
  };
}

function prune(database: DatabaseSync): void {
  database
    .prepare(
      `DELETE FROM changes WHERE revision < (SELECT revision FROM changes ORDER BY revision DESC LIMIT 1 OFFSET ${MOST_CHANGES})`,
    )
    .run();
}

/** Prepares the query that says whether all changes after a revision are still recorded. */
export function openReach(database: DatabaseSync): (revision: number) => boolean {
  // Each revision has changes, so none is missing after the oldest one.
  const oldest = database.prepare(
    'SELECT ifnull((SELECT min(revision) FROM changes), (SELECT revision + 1 FROM state)) AS oldest',
  );
  return (revision) => revision >= Number(oldest.get()?.['oldest']) - 1;
}
