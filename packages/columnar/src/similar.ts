/** Finds the pictures that look like another one: compares it with every doc that matches and that the viewer may see. */
import { distanceOf, maxSquares } from '../../core/src/domain/features.ts';
import { every } from './clauses.ts';
import { refuseTooMuch } from './find.ts';
import { eachNear, lookOf } from './looks.ts';
import { clauseOf } from './match.ts';
import type { Perspective } from './perspective.ts';
import type { SimilarMatches, SimilarQuery } from './search-index.ts';
import type { SeenSegment } from './seen-segment.ts';
import { LOOK, PENDING } from './segment.ts';
import type { View } from './view.ts';

type Near = SimilarMatches['matches'][number];

/** Answers a query. Throws TooMuchWork, as `find` does. */
export function similar(
  view: View,
  perspective: Perspective,
  query: SimilarQuery,
  maxEntries = Number.POSITIVE_INFINITY,
): SimilarMatches {
  const { offset, count } = query;
  const pending = pendingIn(perspective);
  const near = nearTo(view, perspective, query, maxEntries);
  return { matches: near.slice(offset, offset + count), total: near.length, pending };
}

function nearTo(
  view: View,
  perspective: Perspective,
  { asset, all, maxDistance }: SimilarQuery,
  maxEntries: number,
): readonly Near[] {
  const look = visibleLook(perspective, asset);
  if (!look) return [];
  const most = maxSquares(maxDistance);
  const scope = perspective.newScope();
  refuseTooMuch(all, maxEntries, view, scope);
  const near: Near[] = [];
  for (const segment of perspective.segments) {
    const { open } = segment;
    const { looks, ids } = open.columns;
    if (looks.first.length === 0) continue;
    const docs =
      all.length === 0
        ? segment.allVisible()
        : segment.visible(
            every(
              open,
              all.map((each) => clauseOf(each, open, scope)),
            ).collect(),
          );
    eachNear(looks, { look, most }, docs, 0, (doc, squares) => {
      if (ids[doc] !== asset) near.push({ id: ids[doc] as number, distance: distanceOf(squares) });
    });
  }
  return near.sort((a, b) => a.distance - b.distance || a.id - b.id);
}

/** Undefined if the viewer can't see the asset, or it has no features. */
function visibleLook({ segments }: Perspective, asset: number) {
  for (const segment of segments) {
    const { open } = segment;
    const doc = open.docOf(asset);
    if (doc === undefined || segment.visible(Uint32Array.of(doc)).length === 0) continue;
    const { looks } = open.columns;
    return looks.states[doc] === LOOK ? lookOf(looks, doc) : undefined;
  }
  return undefined;
}

/** Number of visible assets whose features are still to be computed. */
export function pendingIn({ segments }: Perspective): number {
  return segments.reduce((sum, segment) => sum + pendingOf(segment), 0);
}

function pendingOf(segment: SeenSegment): number {
  const { states } = segment.open.columns.looks;
  if (!states.includes(PENDING)) return 0;
  const docs = segment.allVisible();
  let count = 0;
  for (let i = 0; i < docs.length; i++) if (states[docs[i] as number] === PENDING) count += 1;
  return count;
}
