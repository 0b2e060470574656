import Type from 'typebox';
import { meanRating } from '../../domain/mean-rating.ts';
import { requireAsset } from '../assets.ts';
import { jsonOperation } from '../operation.ts';
import { INTEGER, one, required } from '../params.ts';
import { ReviewEntry, requireReviews, reviewEntry } from '../reviews.ts';

/** GET /review.do?get=<asset>: its reviews, the newest first. */
export const get = jsonOperation({
  endpoint: 'review.do',
  selectors: ['get'],
  isLive: true,
  summary: 'Reviews of an asset',
  params: { get: required(one(INTEGER, 'Asset ID')) },
  result: Type.Object({
    averageRating: Type.Number({ description: 'Mean of all ratings, two decimals; 0 without any' }),
    reviewList: Type.Array(ReviewEntry),
  }),
  handle: async (context) => {
    const { params, services, settings } = context;
    requireReviews('get', context);
    const asset = await requireAsset('get', params.get, context);
    const { reviews, ratings } = await services.people.reviews(asset.id, settings.maxSearchResults);
    return {
      data: { averageRating: meanRating(ratings), reviewList: reviews.map((review) => reviewEntry(review, context)) },
      maxAgeSeconds: 0,
    };
  },
});
