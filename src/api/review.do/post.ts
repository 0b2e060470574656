import Type from 'typebox';
import { meanRating } from '../../domain/mean-rating.ts';
import { ApiError } from '../../errors.ts';
import { requireAsset } from '../assets.ts';
import { recordDeed } from '../deeds.ts';
import { jsonOperation } from '../operation.ts';
import { INTEGER, numberBetween, one, required, TEXT } from '../params.ts';
import { ReviewEntry, requireReviews, reviewEntry } from '../reviews.ts';
import { admitWriting, CHECKED, plainText } from '../writing.ts';

/** decisions 6 */
const MOST_CHARACTERS = 10_000;

/** GET /review.do?post=<asset>&rating=…&comment=…: a review by the caller. */
export const post = jsonOperation({
  endpoint: 'review.do',
  selectors: ['post'],
  isLive: true,
  summary: 'Post a review',
  params: {
    post: required(one(INTEGER, 'Asset ID')),
    comment: one(TEXT, `Plain text of at most ${MOST_CHARACTERS} characters`),
    rating: one(numberBetween(1, 5), 'Between 1 and 5'),
  },
  result: Type.Object({ serviceReview: ReviewEntry, averageRating: Type.Number() }),
  handle: async (context) => {
    const { params, services, viewer, caller } = context;
    requireReviews('post', context);
    const { rating } = params;
    const comment = plainText('comment', params.comment, { most: MOST_CHARACTERS, isMultiline: true });
    if (rating === undefined && comment === undefined)
      throw new ApiError('parameter_missing', 'post: a review has a rating, a comment or both');
    await admitWriting('review', 'post', context);
    const asset = await requireAsset('post', params.post, context);
    if (viewer.userId === undefined)
      throw new ApiError('not_configured', 'post: no user signs reviews here; the catalogue has no service user');
    if (caller.checksOnly) return CHECKED;
    const posted = await services.desk.post({
      asset: asset.id,
      user: viewer.userId,
      ...(rating === undefined ? {} : { rating }),
      ...(comment === undefined ? {} : { comment }),
      now: services.now(),
      // Whoever comes without a token shares the service user with everybody else: those reviews add up.
      changesOwn: caller.isSignedIn,
    });
    if (!posted) throw new ApiError('asset_not_found', `post: asset ${asset.id} does not exist`);
    recordDeed('review_posted', viewer.userId, context, {
      asset: asset.id,
      changed: posted.review.modified !== undefined,
    });
    return {
      data: { serviceReview: reviewEntry(posted.review, context), averageRating: meanRating(posted.ratings) },
      maxAgeSeconds: 0,
    };
  },
});
