import Type from 'typebox';
import { utcDay } from '../../../../core/src/domain/dates.ts';
import { AssetEntry, assetEntries, ENTRY_PARAMETERS, entryOptions, WITH_PICTURES } from '../entries.ts';
import { jsonOperation } from '../operation.ts';
import { integerUpTo, mandatory, one } from '../params.ts';

const DAY_MS = 86_400_000;
/** Assets read in one batch, even if fewer are requested, because all of them may be hidden. */
const STEP = 100;
/**
 * A download does not change the catalogue's revision, so caches need a short limit of their own (interface decisions
 * 6).
 */
const MAX_AGE_SECONDS = 60;

/** GET /node.do?top=<n>: returns the most downloaded assets. */
export const top = jsonOperation({
  isLive: true,
  summary: 'Top downloads',
  description:
    'Returns the assets that were downloaded most in the last `days`, highest number of `downloads` first. ' +
    'A download counts once its last byte was sent; previews do not count.',
  errors: ['picture_not_allowed'],
  params: {
    // Limits of the interface: `top` at most 100; `days` defaults to 30, at most 365.
    top: mandatory(one(integerUpTo(1, 100), 'Number of assets, at most 100')),
    days: one(integerUpTo(1, 365), 'Number of days of UTC, with the current one, at most 365', { default: 30 }),
    ...ENTRY_PARAMETERS,
  },
  ...WITH_PICTURES,
  result: Type.Array(AssetEntry),
  handle: async (context) => {
    const { params, services, catalogue, signal } = context;
    const options = entryOptions(params, context);
    // Waits for pending counts, so that callers see their own latest downloads.
    await services.downloads.written();
    const ranking = await catalogue.topDownloads(utcDay(services.now() - (params.days - 1) * DAY_MS), signal);
    const downloads = new Map(ranking.map((row) => [row.asset, row.downloads]));
    const entries: AssetEntry[] = [];
    // Reads in batches, because assets that the caller may not view leave gaps in the ranking.
    for (let from = 0; from < ranking.length && entries.length < params.top; from += STEP) {
      const ids = ranking.slice(from, from + STEP).map(({ asset }) => asset);
      entries.push(...(await assetEntries(ids, options, context)));
    }
    return {
      data: entries.slice(0, params.top).map((entry) => ({ ...entry, downloads: downloads.get(entry.id) ?? 0 })),
      ...options.pictures?.caching(),
      maxAgeSeconds: MAX_AGE_SECONDS,
    };
  },
});
