import { lookSegmentOf } from '../../../columnar/src/build-looks.ts';
import { groupsAmong } from '../../../columnar/src/duplicates.ts';
import type { IndexedState } from '../../../columnar/src/index-source.ts';
import type { Duplicates } from '../../../columnar/src/search-index.ts';
import { PENDING } from '../../../columnar/src/segment.ts';

/** Finds the duplicates among all assets, without an index. Rejects with the signal's reason. */
export async function findAllDuplicates(
  state: Pick<IndexedState, 'assets'>,
  maxDistance: number,
  signal: AbortSignal,
): Promise<Duplicates> {
  const segment = await lookSegmentOf(state.assets());
  const groups = await groupsAmong([segment], [segment.allDocs()], maxDistance, signal);
  const pending = segment.columns.looks.states.filter((each) => each === PENDING).length;
  return { groups, total: groups.length, pending, uncompared: 0 };
}
