/** The review (interface: review). */
import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { formatInstant } from '../domain/dates.ts';
import { initialsOf } from '../domain/initials.ts';
import type { Review } from '../domain/people.ts';
import { ApiError } from '../errors.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

export const ReviewEntry = Type.Object({
  reviewId: Type.String({ description: 'UUID' }),
  createDate: Type.String({ description: 'Formatted date and time' }),
  lastModifiedDate: Type.Optional(Type.String({ description: 'Only of a review that was changed' })),
  creator: Type.Object({
    userId: Type.Integer(),
    userName: Type.String(),
    avatar: Type.String({ description: 'Initials' }),
  }),
  rating: Type.Number({ description: '1 to 5; 0 where only a comment was given' }),
  comment: Type.String(),
  editable: Type.Boolean({ description: 'The caller wrote it' }),
});

export function reviewEntry(review: Review, context: Context<Shape>): Static<typeof ReviewEntry> {
  const { locale, timeZone, model, viewer } = context;
  const userName = model.users.get(review.user)?.name ?? '';
  return {
    reviewId: reviewId(review),
    createDate: formatInstant(review.date, locale, timeZone),
    ...(review.modified === undefined ? {} : { lastModifiedDate: formatInstant(review.modified, locale, timeZone) }),
    creator: { userId: review.user, userName, avatar: initialsOf(userName) },
    rating: review.rating ?? 0,
    comment: review.comment,
    editable: review.user === viewer.userId,
  };
}

/** Reviews are offered at this base address. */
export function requireReviews(selector: string, { settings }: Pick<Context<Shape>, 'settings'>): void {
  if (!settings.review.enabled) throw new ApiError('not_configured', `${selector}: reviews are switched off here`);
}

/** A UUID (version 8) of what names a review, so that it stays the same through changes, exports and imports. */
function reviewId({ asset, user, date }: Review): string {
  const bytes = createHash('sha256').update(`review ${asset} ${user} ${date}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
