import { createRandom } from '../drawing/random.ts';
import { COMMENTS, USERS } from '../story/people.ts';

import type { Days } from './days.ts';

/** Creates reviews for about every fourth asset, by up to three people on different days. Some only have a rating. */
export function makeReviews(assets: readonly { readonly id: number }[], days: Days): object[] {
  const people = USERS.filter(({ id }) => id > 1);
  return assets.flatMap((asset) => {
    const random = createRandom(`reviews/${asset.id}`);
    if (asset.id % 4 !== 0) return [];
    const first = random.whole(0, people.length - 1);
    return Array.from({ length: random.whole(1, 3) }, (_, index) => {
      const [rating, text] = random.pick(COMMENTS);
      const comment = random.chance(0.5) ? text.en : text.de;
      const user = people[(first + index) % people.length]?.id ?? 2;
      return {
        asset: asset.id,
        user,
        rating,
        ...(random.chance(0.85) ? { comment } : {}),
        date: days.instant(random.whole(1, 160), random.whole(7, 18), random.whole(0, 59)),
      };
    });
  });
}
