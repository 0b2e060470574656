import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { ApiError, ErrorCode } from '../../../../core/src/domain/errors.ts';
import { limitKey, recordAction } from '../../api/actions.ts';
import { preview, thumb } from '../../api/asset.do/preview.ts';
import { type Context, GENERAL_PARAMETERS, type Services } from '../../api/operation.ts';
import { BOOLEAN, one } from '../../api/params.ts';
import { parseRead, type Query } from '../../api/query.ts';
import { isDeclared, readParams } from '../../api/read-params.ts';
import { withGroups } from '../../auth/authentication.ts';
import type { Catalogue, Snapshot } from '../../catalogue/catalogue.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import type { Config } from '../../config/settings.ts';
import { type Answer, type Request, withHeaders } from '../../http/answer.ts';
import { callerOf } from '../../http/client.ts';
import { type GroupsOfUser, type MessagesOf, openContexts } from '../../http/context.ts';
import { needsCredentials } from '../../http/credentials.ts';
import type { AsApiError } from '../../http/failure.ts';
import { refuseLongQuery } from '../../http/read-request.ts';
import { errorAnswer, fileAnswer, pageAnswer } from '../../http/reply.ts';
import { NO_STORE } from '../../http/response-cache/cache-policy.ts';
import { openPin } from '../opening.ts';
import { withRightsOf } from '../pin-rights.ts';
import type { Pin } from '../store/pin.ts';
import { pinFingerprint } from '../store/pin.ts';
import { type PageTexts, pinPolicy } from './page-frame.ts';
import { openPageLanguages, type PageLanguage } from './page-language.ts';
import { fileOf, PIN_DOWNLOAD, pinDownload, pinPage } from './pin-contents.ts';
import { noticePage } from './templates.ts';

/**
 * Headers of everything below `/pin/`: search engines must not index it, and other sites must not learn the address.
 */
const PIN_HEADERS = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const NOTHING_ASKED: Query = new Map();
const PICTURE = {
  big: one(BOOLEAN, 'A larger picture', { default: false }),
  middle: one(BOOLEAN, 'A picture between the small and the larger one', { default: false }),
};
/** Parameters of all parts of a PIN. */
const READ = [PIN_DOWNLOAD, PICTURE, { locale: GENERAL_PARAMETERS.locale }];

/**
 * Answers `/pin/<code>` and the paths below it, at each base address; undefined for every other path. Whoever has the
 * link needs no token: the PIN carries the rights of its creator. Never rejects.
 */
export function openPinPages(options: {
  readonly catalogue: Catalogue;
  readonly services: Services;
  readonly config: Config;
  readonly messagesOf: MessagesOf;
  readonly asApiError: AsApiError;
}): (request: Request) => Promise<Answer | undefined> {
  const { catalogue, services, config, messagesOf, asApiError } = options;
  const contextOf = openContexts(options);
  const textsOf = openPageLanguages(messagesOf, services.brand);
  const policy = pinPolicy(services.brand);
  const pageHeaders = { ...PIN_HEADERS, 'content-security-policy': policy, vary: 'Accept-Language' };

  return async (request) => {
    const path = readPinPath(request.path);
    if (!path) return undefined;
    const settings = path.endpoint === undefined ? config : config.endpoints.get(path.endpoint);
    return settings && { ...(await answerOrRefuse(request, path, settings)), operation: 'pin page' };
  };

  async function answerOrRefuse(request: Request, path: PinPath, settings: EndpointSettings): Promise<Answer> {
    const isPicture = path.part === 'thumb' || path.part === 'preview';
    const snapshot = await catalogue.snapshot();
    let texts = textsOf(request, NOTHING_ASKED, settings, snapshot.model);
    try {
      refuseLongQuery(request.query);
      const query = parseRead(request.query, (name) => READ.some((shape) => isDeclared(shape, name)));
      texts = textsOf(request, query, settings, snapshot.model);
      return await answerTo(request, path, query, settings, texts, snapshot);
    } catch (error) {
      const refusal = asApiError(error, request);
      if (isPicture) return withHeaders(errorAnswer(refusal), PIN_HEADERS);
      const { sawDamage = false } = errorAnswer(refusal);
      return { ...failurePage(refusal, path, texts, pageHeaders), sawDamage };
    }
  }

  async function answerTo(
    request: Request,
    { endpoint, code, part, asset }: PinPath,
    query: Query,
    settings: EndpointSettings,
    texts: PageLanguage,
    snapshot: Snapshot,
  ): Promise<Answer> {
    const caller = callerOf(request, { query, name: endpoint ?? '', user: undefined, signedAs: undefined }, config);
    const pin = await openPin(code, { caller, services, settings });
    const user = creatorOf(pin, snapshot.model);
    const input = { request, caller, settings, locale: texts.wanted, user };
    const context = withRightsOf(pin, contextOf(snapshot, input));
    const everybody = needsCredentials(settings, config)
      ? undefined
      : contextOf(snapshot, { ...input, user: undefined });
    if (part === 'page') {
      if (!caller.checksOnly) await recordOpening(pin, context);
      return pageAnswer(200, await pinPage(pin, context, everybody, texts), pageHeaders);
    }
    if (part === 'download') {
      const reply = await pinDownload(pin, readParams(PIN_DOWNLOAD, query), context, texts);
      return typeof reply === 'string' ? pageAnswer(200, reply, pageHeaders) : sent(request, reply);
    }
    const { big, middle } = readParams(PICTURE, query);
    const asked: Query = new Map([
      [part, [String(asset)]],
      ['big', [String(big)]],
      ['middle', [String(middle)]],
    ]);
    return await sent(request, await fileOf(part === 'thumb' ? thumb : preview, asked, context));
  }

  async function sent(request: Request, reply: Parameters<typeof fileAnswer>[1]): Promise<Answer> {
    return withHeaders(await fileAnswer(request, reply, NO_STORE), PIN_HEADERS);
  }
}

/** Most logged openings of one PIN per address. Further openings must not displace other entries of the audit log. */
const TOLD_OPENINGS = { count: 10, seconds: 3600 };

async function recordOpening({ code }: Pin, context: Context): Promise<void> {
  const mark = pinFingerprint(code);
  const { caller, services } = context;
  const wait = await services.rateLimiter.take(limitKey('pin-opened', caller, mark), TOLD_OPENINGS);
  if (wait === 0) recordAction('pin_opened', undefined, context, { pin: mark });
}

/**
 * Returns the creator with the current groups or those of the token used then; nobody if the creator no longer exists.
 */
function creatorOf({ creator, groups }: Pin, model: CatalogueModel): GroupsOfUser {
  const user = creator === undefined ? undefined : model.users.get(creator);
  return user ? withGroups(user, groups, model) : { groups: [] };
}

/** Makes a page that explains the error; after a failed download it links back to the PIN. */
function failurePage(refusal: ApiError, path: PinPath, texts: PageTexts, pageHeaders: Answer['headers']): Answer {
  const answer = errorAnswer(refusal);
  const back = path.part === 'download' && /^[A-Za-z0-9-]+$/.test(path.code) ? `../${path.code}` : undefined;
  const own = Object.entries(answer.headers).filter(([name]) => name === 'retry-after' || name === 'content-range');
  const headers = { ...pageHeaders, ...Object.fromEntries(own) };
  const { code, status } = refusal;
  const notice = NOTICES.get(code);
  const other = status >= 500 && status !== 501 ? 'busy' : 'unavailable';
  return pageAnswer(status, notice ? noticePage(notice, texts) : noticePage(other, texts, back), headers);
}

/** What a page says about a PIN that can't be opened. */
const NOTICES = new Map([
  ['pin_not_found', 'unknown'],
  ['pin_expired', 'expired'],
  ['limited', 'limited'],
] as const) as ReadonlyMap<ErrorCode, 'unknown' | 'expired' | 'limited'>;

/** The parts of a path that belongs to a PIN. */
interface PinPath {
  /** Name of the base address; undefined for the main one. */
  readonly endpoint: string | undefined;
  /** The code as written in the path. */
  readonly code: string;
  readonly part: 'page' | 'thumb' | 'preview' | 'download';
  /** Asset ID of a picture; 0 for other parts. */
  readonly asset: number;
}

const PATH = /^\/(?:([A-Za-z0-9_-]{1,64})\/)?pin\/([^/]{1,100})(?:\/(?:(thumb|preview)\/(\d{1,16})|(download)))?\/?$/;

/** Parses a path; returns undefined if it does not belong to a PIN. */
function readPinPath(path: string): PinPath | undefined {
  const [matched, endpoint, code = '', picture, asset = '0', download] = PATH.exec(path) ?? [];
  if (matched === undefined) return undefined;
  const part = (picture ?? download ?? 'page') as PinPath['part'];
  // Addresses on the page are relative to its own address, so a trailing slash would break them.
  if (part === 'page' && matched.endsWith('/')) return undefined;
  return { endpoint, code, part, asset: Number(asset) };
}
