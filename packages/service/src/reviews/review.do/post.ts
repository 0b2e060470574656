import Type from 'typebox';
import { ApiError, quote } from '../../../../core/src/domain/errors.ts';
import type { StatedTime } from '../../../../core/src/domain/model.ts';
import { number } from '../../../../core/src/domain/values.ts';
import { admitAction, HEAD_REPLY, plainText, recordAction } from '../../api/actions.ts';
import { requireAsset } from '../../api/assets.ts';
import { type Context, jsonOperation } from '../../api/operation.ts';
import { ID, mandatory, one, TEXT } from '../../api/params.ts';
import { AverageRating, ReviewEntry, requireReviews, reviewEntry } from '../review-entry.ts';
import { meanRating } from '../store/review.ts';
import { reviewId } from '../store/review-id.ts';

/** Maximum number of characters in a comment (interface decisions 6). */
const MAX_CHARACTERS = 10_000;
/** Maximum number of reviews of one asset by a user, or by all callers without a token. */
const MAX_PER_ASSET = 10_000;

/** GET /review.do?post=<asset>&rating=…&comment=…: creates a review, or changes one of the caller's own. */
export const post = jsonOperation({
  isLive: true,
  writes: true,
  summary: 'Post a review',
  description:
    "Creates a review with a rating, a comment or both, or changes one of the caller's own, and returns it " +
    'with the new mean. Reviews of callers without a token belong to the service user and cannot be ' +
    'changed.\n\nWithout `review`, each request creates another one, so never repeat it automatically.',
  errors: [
    'not_configured',
    'not_permitted',
    'prefetch_refused',
    'asset_not_found',
    'review_not_found',
    'reviews_full',
    'outcome_unknown',
  ],
  params: {
    post: mandatory(one(ID, 'ID of an asset')),
    comment: one(TEXT, `Plain text of at most ${MAX_CHARACTERS} characters. Needed without a rating`),
    rating: one(number(1, 5), 'Rating from 1 to 5; a fraction is accepted'),
    review: one(TEXT, "ID of one of the caller's own reviews, which is changed"),
  },
  result: Type.Object({
    serviceReview: ReviewEntry,
    averageRating: AverageRating,
  }),
  handle: async (context) => {
    const { params, services, viewer, caller } = context;
    requireReviews('post', context);
    const { rating } = params;
    const comment = plainText('comment', params.comment, { most: MAX_CHARACTERS, isMultiline: true });
    if (rating === undefined && comment === undefined)
      throw new ApiError('parameter_missing', 'post: a review needs a rating, a comment or both');
    await admitAction('review', 'post', context);
    const asset = await requireAsset('post', params.post, context);
    if (viewer.userId === undefined && caller.isSignedIn)
      throw new ApiError('not_permitted', 'post: reviews belong to users, and this session is of none');
    if (viewer.userId === undefined)
      throw new ApiError(
        'not_configured',
        'post: a review needs an author, but this catalogue has no service user for callers without a token',
      );
    const changedDate =
      params.review === undefined ? undefined : await dateOfOwnReview(params.review, asset.id, context);
    if (caller.checksOnly) return HEAD_REPLY;
    const posted = await services.reviewQueue.post({
      asset: asset.id,
      user: viewer.userId,
      isAnonymous: !caller.isSignedIn,
      ...(rating === undefined ? {} : { rating }),
      ...(comment === undefined ? {} : { comment }),
      now: services.now(),
      timeZone: context.timeZone,
      ...(changedDate === undefined ? {} : { changes: changedDate }),
      most: MAX_PER_ASSET,
    });
    if (posted.kind === 'gone') throw goneError(params);
    if (posted.kind === 'full') throw fullError(asset.id, context);
    recordAction('review_posted', viewer.userId, context, { asset: asset.id, changed: changedDate !== undefined });
    return {
      data: { serviceReview: reviewEntry(posted.review, context), averageRating: meanRating(posted.ratings) },
      maxAgeSeconds: 0,
    };
  },
});

/**
 * Returns the date of the caller's own review with this ID. Only callers with a token own reviews. Rejects if there is
 * no such review.
 */
async function dateOfOwnReview(id: string, asset: number, context: Context): Promise<StatedTime> {
  const { services, viewer, caller } = context;
  const user = caller.isSignedIn ? viewer.userId : undefined;
  const dates = user === undefined ? [] : await services.reviews.datesOfOwn(asset, user);
  const wanted = id.toLowerCase();
  const date = dates.find((each) => reviewId({ asset, user: user ?? 0, date: each }) === wanted);
  if (date === undefined) throw noReview(id, asset);
  return date;
}

function noReview(id: string, asset: number): ApiError {
  return new ApiError('review_not_found', `review: ${quote(id)} is not a review of asset ${asset} by the caller`);
}

/** Returns the error for an asset or a review that was removed during this request. */
function goneError({ post: asset, review }: { readonly post: number; readonly review: string | undefined }): ApiError {
  if (review !== undefined) return noReview(review, asset);
  return new ApiError('asset_not_found', `post: asset ${asset} does not exist`);
}

function fullError(asset: number, { caller }: Context): ApiError {
  const whose = caller.isSignedIn ? 'of this user' : 'by callers without a token';
  return new ApiError('reviews_full', `post: asset ${asset} has ${MAX_PER_ASSET} reviews ${whose}; no more are taken`);
}
