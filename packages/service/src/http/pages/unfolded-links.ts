import { ApiError } from '../../../../core/src/domain/errors.ts';
import type { Unfolding } from '../../api/pages/link-tags.ts';
import { one, TEXT } from '../../api/params.ts';
import { parseQuery, type Query } from '../../api/query.ts';
import { unfoldAsset, unfoldNode } from '../../api/unfolding.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Config } from '../../config/settings.ts';
import type { Request } from '../answer.ts';
import { callerOf } from '../client.ts';
import type { openContexts } from '../context.ts';
import { needsCredentials } from '../credentials.ts';
import type { AsApiError } from '../failure.ts';
import { MAX_QUERY_BYTES } from '../read-request.ts';

/** Returns what a link to the page at `/` shows in other programs; undefined if it is nothing of its own. */
export type UnfoldLink = (request: Request) => Promise<Unfolding | undefined>;

/** The names of what a link leads to. An asset counts more than the node that shows it. */
const NAMES = ['asset', 'node'] as const;
const LOCALE = one(TEXT, 'Language of title and description; default that of the catalogue');

/**
 * Opens the reading of links. It never rejects: the page is there for whoever opens it, even while the catalogue can't be
 * read, and tells no more of what a request without a token may not see than of what does not exist.
 */
export function openUnfoldedLinks({
  catalogue,
  config,
  contextOf,
  asApiError,
}: {
  readonly catalogue: Catalogue;
  readonly config: Config;
  readonly contextOf: ReturnType<typeof openContexts>;
  readonly asApiError: AsApiError;
}): UnfoldLink {
  return async (request) => {
    if (!/(?:^|&)(?:asset|node)=/.test(request.query) || needsCredentials(config, config)) return undefined;
    if (request.query.length > MAX_QUERY_BYTES) return undefined;
    try {
      const query = parseQuery(request.query, () => {});
      const [name] = NAMES.filter((each) => query.has(each));
      const id = name && only(query, name);
      if (id === undefined) return undefined;
      const caller = callerOf(request, { query, name: '', user: undefined, signedAs: undefined }, config);
      const locale = LOCALE.read(query.get('locale')?.slice(0, 1) ?? [], 'locale');
      const input = { request, caller, settings: config, locale, user: undefined };
      const context = contextOf(await catalogue.snapshot(), input);
      return await (name === 'asset' ? unfoldAsset : unfoldNode)(id, context);
    } catch (error) {
      // Logs what is not the caller's fault.
      if (!(error instanceof ApiError)) asApiError(error, request);
      return undefined;
    }
  };
}

/** The ID as the page reads it too; undefined if it is given twice, or written otherwise. */
function only(query: Query, name: string): number | undefined {
  const [text = '', ...more] = query.get(name) ?? [];
  return more.length === 0 && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
