/** The review (interface: review). */
import Type, { type Static } from 'typebox';
import { formatTime } from '../../../core/src/domain/dates.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Context } from '../api/operation.ts';
import { initialsOf } from './initials.ts';
import type { Review } from './store/review.ts';
import { reviewId } from './store/review-id.ts';

/** Schema of a review in responses. */
export const ReviewEntry = Type.Object(
  {
    reviewId: Type.String({ description: 'UUID' }),
    createDate: Type.String({ description: 'Formatted date and time' }),
    lastModifiedDate: Type.Optional(Type.String({ description: 'Only of a review that was changed' })),
    creator: Type.Object(
      {
        userId: Type.Integer({ description: 'ID of the user' }),
        userName: Type.String({ description: 'Name of the user; empty if the user no longer exists' }),
        avatar: Type.String({ description: 'Initials' }),
      },
      { description: 'Author' },
    ),
    rating: Type.Union([Type.Number(), Type.Null()], { description: '1 to 5; null where only a comment was given' }),
    comment: Type.String({ description: 'Plain text; empty where only a rating was given' }),
    editable: Type.Boolean({ description: 'The caller has a token and wrote it' }),
  },
  { title: 'Review' },
);

/** Schema of the mean of an asset's ratings (interface decisions 6). */
export const AverageRating = Type.Number({
  description: 'Mean of the ratings; 0 without any. Of each user with a token only the review created last counts',
});

export function reviewEntry(review: Review, context: Context): Static<typeof ReviewEntry> {
  const { labels, timeZone, model, viewer, caller } = context;
  const userName = model.users.get(review.user)?.name ?? '';
  return {
    reviewId: reviewId(review),
    createDate: formatTime(review.date, labels.formats, timeZone),
    ...(review.modified === undefined
      ? {}
      : { lastModifiedDate: formatTime(review.modified, labels.formats, timeZone) }),
    creator: { userId: review.user, userName, avatar: initialsOf(userName) },
    rating: review.rating ?? null,
    comment: review.comment,
    editable: caller.isSignedIn && !review.isAnonymous && review.user === viewer.userId,
  };
}

/** Throws `not_configured` if reviews are switched off at this endpoint. */
export function requireReviews(selector: string, { settings }: Pick<Context, 'settings'>): void {
  if (!settings.review.enabled)
    throw new ApiError('not_configured', `${selector}: reviews are switched off here; review.enabled is false`);
}
