import Type from 'typebox';
import { invalidParameter } from '../../../../core/src/domain/errors.ts';
import { integer } from '../../../../core/src/domain/values.ts';
import { requireAsset } from '../../api/assets.ts';
import { jsonOperation } from '../../api/operation.ts';
import { ID, integerFrom, mandatory, one } from '../../api/params.ts';
import { AverageRating, ReviewEntry, requireReviews, reviewEntry } from '../review-entry.ts';
import { meanRating } from '../store/review.ts';

/** Maximum and default number of reviews on a page (interface decisions 6). */
const MAX_REVIEWS = 1000;
const USUAL_REVIEWS = 100;
/** Maximum size of all comments in one response. */
const MAX_PAGE_MEGABYTES = 8;

/** GET /review.do?get=<asset>: lists the reviews of an asset, newest first. */
export const get = jsonOperation({
  isLive: true,
  summary: 'Reviews of an asset',
  description:
    'Returns one page of the reviews of an asset, newest first, with the mean of all ratings. Where ' +
    'reviews are switched off, it is 501.',
  errors: ['not_configured', 'asset_not_found'],
  params: {
    get: mandatory(one(ID, 'ID of an asset')),
    paginate: one(integer(1, MAX_REVIEWS), 'Number of reviews on a page', { default: USUAL_REVIEWS }),
    page: one(integerFrom(1), 'Number of the page, from 1. A page beyond the end is empty', { default: 1 }),
  },
  result: Type.Object({
    averageRating: AverageRating,
    reviewList: Type.Array(ReviewEntry, { description: 'The reviews of this page' }),
  }),
  beside: { total: Type.Integer({ description: 'Number of all reviews of the asset' }) },
  handle: async (context) => {
    const { params, services, signal } = context;
    const { paginate, page } = params;
    requireReviews('get', context);
    const asset = await requireAsset('get', params.get, context);
    const maxBytes = MAX_PAGE_MEGABYTES * 2 ** 20;
    const offset = Math.min((page - 1) * paginate, Number.MAX_SAFE_INTEGER);
    const selected = { offset, most: paginate, maxBytes, timeZone: context.timeZone };
    const { reviews, total, ratings } = await services.reviews.page(asset.id, selected, signal);
    let bytes = 0;
    for (const { comment } of reviews) {
      const before = bytes;
      bytes += bytesInAnswer(comment);
      // A single review is returned whatever its size, so that every review is reachable.
      if (before === 0 || bytes <= maxBytes) continue;
      const most = `larger than ${MAX_PAGE_MEGABYTES} MB`;
      throw invalidParameter(`paginate: the comments of "${paginate}" reviews are ${most}; ask for fewer`);
    }
    const reviewList = reviews.map((review) => reviewEntry(review, context));
    return { data: { averageRating: meanRating(ratings), reviewList }, total, maxAgeSeconds: 0 };
  },
});

/**
 * Estimates the bytes of a comment in the response. Each `<` becomes six characters (interface decisions 1); other
 * escapes at most double the length.
 */
function bytesInAnswer(comment: string): number {
  let bytes = Buffer.byteLength(comment);
  for (let at = comment.indexOf('<'); at >= 0; at = comment.indexOf('<', at + 1)) bytes += 5;
  return bytes;
}
