import Type from 'typebox';
import { ApiError } from '../../../../core/src/domain/errors.ts';
import { integer, textOf } from '../../../../core/src/domain/values.ts';
import { ChangeFeed, CursorExpired } from '../../feed/change-feed.ts';
import { feedScopeOf } from '../feed-scope.ts';
import { jsonOperation } from '../operation.ts';
import { mandatory, one } from '../params.ts';

const NOW = 'now';
const MAX_CHANGES = 10_000;
/** Proxies may answer those who ask at the same time; browsers ask each time. */
const CACHING = { maxAgeSeconds: 1, isRevalidated: true } as const;

const CURSOR = textOf('`now` or a cursor', (text) => {
  const word = text.toLowerCase();
  if (word === NOW) return word;
  return ChangeFeed.hasForm(text) ? text : undefined;
});

/** GET /node.do?changes=<cursor>: tells what has changed since (extensions E3). */
export const changes = jsonOperation({
  summary: 'List changes',
  description:
    'Returns what the caller has come to see, what has changed of it, and what he sees no more, in the order of commits; each ' +
    'object once on a page, in its latest state. To keep a copy in step, get `changes=now`, then everything, then ' +
    'follow the cursor. Where a cursor has expired, because access has changed or after `changes.days`, begin anew ' +
    'with the one in `data.cursor` of the error.',
  errors: ['cursor_expired'],
  params: {
    changes: mandatory(one(CURSOR, 'Cursor of an earlier answer; `now` begins')),
    limit: one(integer(1, MAX_CHANGES), 'Maximum number of changes', { default: 1000 }),
  },
  // No two of the present cursors may be alike, and a cursor depends on the clock.
  isLive: true,
  result: Type.Object({
    changes: Type.Array(
      Type.Object(
        {
          type: Type.Union([Type.Literal('asset'), Type.Literal('node'), Type.Literal('model')], {
            description: '`model`: types, fields, formats or languages',
          }),
          id: Type.Union([Type.Integer(), Type.Null()], { description: 'ID of the asset or node; null of the model' }),
          action: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('removed')], {
            description: 'What it was for the caller',
          }),
          version: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Version of an asset; null of all others',
          }),
          at: Type.Integer({ description: 'Time in UTC milliseconds since 1970' }),
        },
        { title: 'Change' },
      ),
      { description: 'Each object once, in the order of commits' },
    ),
    cursor: Type.String({ description: 'For the next request' }),
    more: Type.Boolean({ description: 'True if there are further changes already' }),
  }),
  handle: async (context) => {
    const { params, services, signal } = context;
    const scope = feedScopeOf(context);
    if (params.changes === NOW) {
      return { data: { changes: [], cursor: await services.feed.now(scope), more: false }, ...CACHING };
    }
    try {
      const page = await services.feed.since(params.changes, { scope, limit: params.limit, signal });
      const { changes, sameUntil, ...rest } = page;
      return { data: { changes: [...changes], ...rest }, ...CACHING, ...(sameUntil !== undefined && { sameUntil }) };
    } catch (error) {
      if (!(error instanceof CursorExpired)) throw error;
      throw new ApiError('cursor_expired', 'changes: the cursor has expired; begin anew with that in data', {
        data: { cursor: error.cursor },
      });
    }
  },
});
