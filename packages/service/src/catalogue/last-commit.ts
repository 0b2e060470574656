/** How both databases tell the commits that made their revisions. */

import type { Commit } from '../../../columnar/src/index-source.ts';
import { COMMIT } from './change-notes.ts';
import type { Cells } from './rows.ts';

/** Selects one row for `readLastCommit`. */
export const LAST_COMMIT = `
  SELECT revision, (SELECT id FROM changes WHERE revision = s.revision AND kind = '${COMMIT}') FROM state s`;

export function readLastCommit([revision, mark]: Cells): Commit {
  return { revision: Number(revision), mark: readMark([mark]) };
}

/** Reads the row of a mark, which is missing if no change of the revision is recorded any more. */
export function readMark([mark]: Cells = []): number | undefined {
  return typeof mark === 'number' ? mark : undefined;
}
