import Type from 'typebox';
import { ApiError, invalidParameter } from '../../../../core/src/domain/errors.ts';
import { admitAction, HEAD_REPLY, plainText, recordAction } from '../../api/actions.ts';
import { requireAssets } from '../../api/assets.ts';
import { type Context, jsonOperation } from '../../api/operation.ts';
import { BOOLEAN, ID, integerFrom, mandatory, many, one, TEXT } from '../../api/params.ts';
import { needsToken } from '../../auth/authentication.ts';
import { openViewers } from '../../http/context.ts';
import { choicesOf, contentsOf, refuseAllInvalid } from '../choices.ts';
import { pinLink } from '../opening.ts';
import { requirePins } from '../owner.ts';
import { withRightsOf } from '../pin-rights.ts';
import { expiryOf, pinFingerprint } from '../store/pin.ts';

const MAX_TITLE_CHARACTERS = 200;

const viewers = openViewers();

/** GET /pin.do?create=<asset>,…: creates a link that shows these assets to everybody until it expires (`../opening.ts`). */
export const create = jsonOperation({
  isLive: true,
  writes: true,
  since: '2.9',
  summary: 'Create a PIN',
  description:
    'Creates a page from which anyone who has its link can download what its creator may, until the PIN ' +
    'expires.\n\nEach request creates another PIN, so ' +
    'never repeat it automatically. Without the setting `pin.parentNode`, the response is 501.',
  errors: [
    'not_configured',
    'prefetch_refused',
    'asset_not_valid',
    'asset_not_found',
    'format_not_found',
    'outcome_unknown',
  ],
  headers: { location: 'Address of the page, with `redirect=true`' },
  params: {
    create: mandatory(many(ID, 'IDs of assets')),
    title: one(TEXT, `Title of the page in one line, at most ${MAX_TITLE_CHARACTERS} characters`),
    redirect: one(BOOLEAN, '`true` redirects to the page instead of returning JSON', { default: false }),
    formats: many(ID, 'IDs of the download formats that the PIN offers; default: the configured ones', {
      since: '2.9.36',
    }),
    days: one(
      integerFrom(1),
      'For how many days the PIN is valid; default and maximum: the setting `pin.days`, by default 30',
    ),
  },
  result: Type.Object(
    {
      pin: Type.String({ description: 'Code' }),
      link: Type.String({ description: 'Address of the page' }),
      title: Type.String({ description: 'Title of the page; may be empty' }),
    },
    { title: 'Pin' },
  ),
  handle: async (context) => {
    const { params, services, settings, viewer, caller, model } = context;
    const node = requirePins('create', context);
    const { maxAssets } = settings.download;
    if (params.create.length > maxAssets)
      throw invalidParameter(`create: names ${params.create.length} assets; at most ${maxAssets} fit`);
    const title = plainText('title', params.title, { most: MAX_TITLE_CHARACTERS, isMultiline: false }) ?? '';
    const { days = settings.pin.days } = params;
    if (days > settings.pin.days)
      throw invalidParameter(`days: ${days} is more than the ${settings.pin.days} for which a PIN may be valid here`);
    await admitAction('pin', 'create', context);
    const assets = await requireAssets('create', params.create, context);
    const unknown = params.formats.find((format) => !model.downloadFormats.has(format));
    if (unknown !== undefined)
      throw new ApiError('format_not_found', `formats: download format ${unknown} does not exist`);
    const own = {
      assets: assets.map(({ id }) => id),
      formats: params.formats.length > 0 ? params.formats : settings.pin.formats,
    };
    const isNobodys = caller.isSignedIn && viewer.userId === undefined;
    const rights = isNobodys ? asOfNobody(context) : context;
    const contents = await contentsOf(own, withRightsOf(own, rights));
    refuseAllInvalid('create', contents);
    if (choicesOf(contents, undefined).length === 0)
      throw invalidParameter("create: nothing of these assets may be downloaded directly in the PIN's formats");
    if (caller.checksOnly) return HEAD_REPLY;

    const created = services.now();
    const { code } = await services.pinQueue.create({
      title,
      endpoint: caller.endpoint,
      node,
      ...(rights.viewer.userId === undefined ? {} : { creator: rights.viewer.userId }),
      isAnonymous: !caller.isSignedIn || isNobodys,
      ...ownGroups(rights),
      ...own,
      created,
      expires: expiryOf(created, days),
    });
    recordAction('pin_created', viewer.userId, context, { pin: pinFingerprint(code), assets: assets.length });
    const link = pinLink(caller.base, code);
    return { data: { pin: code, link, title }, maxAgeSeconds: 0, ...(params.redirect ? { location: link } : {}) };
  },
});

/**
 * Somebody who has signed in, but is no user, makes a PIN as whoever shows nothing would: nobody could tell later what they
 * may download. Where that is refused, the PIN has what is under no rules.
 */
function asOfNobody(context: Context): Context {
  const { model, settings, services } = context;
  const isRefused = needsToken(settings) || services.signIn.isRequired;
  const viewer = isRefused
    ? viewers.signedIn(model, { groups: [] }, settings)
    : viewers.of(model, settings.serviceUser, settings);
  return { ...context, viewer };
}

/**
 * Returns the groups if they came from a token. The user's own groups are not stored but looked up when the PIN is
 * opened, so that later changes apply.
 */
function ownGroups({ viewer, model }: Context): { groups?: readonly number[] } {
  const own = new Set(viewer.userId === undefined ? [] : model.users.get(viewer.userId)?.groups);
  const { groups } = viewer;
  return groups.length === own.size && groups.every((group) => own.has(group)) ? {} : { groups };
}
