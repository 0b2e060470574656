import Type from 'typebox';
import type { SearchCapabilities } from '../../../../columnar/src/search-index.ts';
import type { Conversion } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { DEFAULT_DPI } from '../../../../media/src/conversions/conversion-plan.ts';
import { PROGRAM_VERSION } from '../../config/package.ts';
import { offeredLanguages } from '../languages.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { mandatory, one, TRUE } from '../params.ts';
import { offeredFacets, usualFacets } from '../search/facets.ts';
import { dateFieldOf, nameFieldOf } from '../usual-fields.ts';

/** The version of the interface that the service implements (interface decisions 6). */
const API_VERSION = 2.9;

/** What a download format makes of a picture. */
const DownloadConversion = Type.Object({
  to: Type.String({ description: 'File extension of what it delivers' }),
  width: Type.Optional(Type.Integer({ description: 'Width of the box in pixels' })),
  height: Type.Optional(Type.Integer({ description: 'Height of the box in pixels' })),
  fit: Type.String({ description: 'How pictures fit the box: inside, cover, contain, fill or outside' }),
  enlarge: Type.Boolean({ description: 'True if small pictures are enlarged' }),
});

/** What a search index of another server does less well than one in memory. */
const SearchLimits = Type.Object(
  {
    mostOffset: Type.Integer({ description: 'Place in a list up to which pages can begin' }),
    localeCollation: Type.Boolean({ description: 'False if texts sort in an order near that of the language' }),
    exactRelevance: Type.Boolean({ description: 'False if the order by relevance is near that of the interface' }),
    everyNearWord: Type.Boolean({
      description: 'False if suggestions for words that find nothing may lack rare words',
    }),
    comparesPictures: Type.Boolean({ description: 'False if `similar` and `duplicates` are not answered' }),
  },
  { description: 'What the search index can do less well' },
);

/** GET /node.do?about=true: returns the system information. */
export const about = jsonOperation({
  summary: 'System information',
  description:
    'Describes the service and this base address: versions, languages, node types, information fields, ' +
    'limits, and what is switched on.',
  errors: [],
  params: { about: mandatory(one(TRUE, 'Selects this operation; only `true` is accepted')) },
  result: Type.Object(
    {
      apiVersion: Type.Number({ description: 'Version of the interface' }),
      cacheTimeSeconds: Type.Integer({ description: 'How long caches may keep a response' }),
      platformVersion: Type.String({
        description: 'Version of the program, with day and hash of its commit',
      }),
      containerLanguages: Type.Array(Type.String(), { description: 'Languages of names of nodes' }),
      customFieldLanguages: Type.Array(Type.String(), { description: 'Languages of information fields' }),
      defaultLanguage: Type.String({ description: 'Language of responses without `locale`' }),
      guiLanguages: Type.Array(Type.String(), { description: 'Languages of labels and messages' }),
      timeZone: Type.String({ description: 'Time zone of formatted times, as in `Europe/Berlin`' }),
      infoField: Type.Array(Type.Object({ id: Type.Integer({ description: 'ID of the field' }) }), {
        description: 'All information fields',
      }),
      maxSearchResults: Type.Integer({ description: 'Maximum number of entries without `paginate`' }),
      maxPageSize: Type.Integer({ description: 'Maximum value of `paginate`' }),
      nodeTypes: Type.Array(
        Type.Object({
          id: Type.String({ description: 'ID of the node type, for `kind`' }),
          name: Type.String({ description: 'Name' }),
          value: Type.String({ description: 'Key of the node type' }),
          type: Type.String({ description: '`permission_defining` or `non_permission_defining`' }),
        }),
        { description: 'All node types' },
      ),
      supportEmail: Type.String({ description: 'Address for questions of users; may be empty' }),
      userId: Type.Optional(Type.Integer({ description: 'ID of the user that the request acts as' })),
      dateFields: Type.Array(Type.Integer(), {
        description: 'Fields of assets with dates, by which lists can be sorted',
      }),
      assetInfofields: Type.Array(Type.Integer(), { description: 'Fields that every asset entry carries' }),
      nodeInfofields: Type.Array(Type.Integer(), { description: 'Fields that every node entry carries' }),
      assetNameField: Type.Optional(
        Type.Integer({ description: 'Field to show in place of file names, for `alt_name`' }),
      ),
      assetDateField: Type.Optional(Type.Integer({ description: 'Field with the dates of photos' })),
      assetAltField: Type.Optional(Type.Integer({ description: 'Field with the alternative texts of pictures' })),
      facetFields: Type.Array(Type.String(), {
        description: 'Facets that searches may ask for, in the order to show them',
      }),
      facetLimit: Type.Integer({ description: 'Maximum number of values of one facet' }),
      downloadFormats: Type.Array(Type.Integer(), { description: 'IDs of all download formats' }),
      downloadDpi: Type.Record(Type.String(), Type.Number(), {
        description:
          'Download format -> dots per inch of `width` and `height` in mm and inch, for each resizeable format',
      }),
      downloadConversions: Type.Record(Type.String(), DownloadConversion, {
        description: 'Download format -> what it makes of a file, unless it delivers the original',
      }),
      maxDownloadAssets: Type.Integer({
        description: 'Maximum number of assets in one download; in a PIN at most 1,000',
      }),
      roots: Type.Record(Type.String(), Type.Array(Type.Integer()), {
        description: 'Node type -> nodes that its trees are limited to',
      }),
      detailsGeneral: Type.String({ description: 'Shape of `general` in details' }),
      defaults: Type.Record(Type.String(), Type.String(), {
        description: 'Values of parameters that a request does not give',
      }),
      tokenRequired: Type.Boolean({ description: 'True if every request needs a token' }),
      pins: Type.Boolean({ description: 'True where PINs can be made' }),
      pinDays: Type.Integer({ description: 'Days after which a PIN expires' }),
      ownPins: Type.Boolean({ description: 'True if PINs that this caller makes can be listed and revoked' }),
      reviews: Type.Boolean({ description: 'True where reviews can be read and written' }),
      searchLimits: Type.Optional(SearchLimits),
    },
    { title: 'SystemInformation' },
  ),
  handle: async (context) => {
    const { model, settings, locale, timeZone, viewer, caller, guiLanguages, services } = context;
    // Somebody who signed in without being a user.
    const userId = viewer.userId ?? (caller.isSignedIn ? 0 : undefined);
    const { languages, defaultLanguage } = offeredLanguages(model, settings);
    return {
      data: {
        apiVersion: API_VERSION,
        cacheTimeSeconds: settings.cache.seconds,
        platformVersion: PROGRAM_VERSION,
        containerLanguages: [...languages],
        customFieldLanguages: [...languages],
        defaultLanguage,
        guiLanguages: [...guiLanguages],
        timeZone,
        infoField: [...model.infoFields.keys()].map((id) => ({ id })),
        maxSearchResults: settings.maxSearchResults,
        nodeTypes: [...model.nodeTypes.values()].map((type) => ({
          id: String(type.id),
          name: textIn(type.name, locale, model),
          value: type.key,
          type: type.isPermissionDefining ? 'permission_defining' : 'non_permission_defining',
        })),
        supportEmail: settings.supportEmail ?? '',
        ...(userId === undefined ? {} : { userId }),
        ...searchLimitsOf(services.search.capabilities),
        ...endpointOf(context),
      },
    };
  },
});

function searchLimitsOf(capabilities: SearchCapabilities) {
  const { mostOffset, localeCollation, exactRelevance, everyNearWord, comparesPictures } = capabilities;
  if (!Number.isFinite(mostOffset)) return {};
  return { searchLimits: { mostOffset, localeCollation, exactRelevance, everyNearWord, comparesPictures } };
}

function conversionEntry({ to, width, height, fit = 'inside', enlarge = false }: Conversion) {
  return { to, ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }), fit, enlarge };
}

/** Describes what lists of assets depend on, in whatever language and for whomever. */
export function listSettings({ settings, model }: Pick<Context, 'settings' | 'model'>) {
  const { altField } = settings.asset;
  const [assetNameField, assetDateField] = [nameFieldOf({ settings, model }), dateFieldOf({ settings, model })];
  const assetAltField = altField !== null && model.infoFields.get(altField)?.onAssets ? altField : undefined;
  return {
    maxPageSize: settings.maxPageSize,
    defaults: { ...settings.defaults },
    ...(assetNameField === undefined ? {} : { assetNameField }),
    ...(assetDateField === undefined ? {} : { assetDateField }),
    ...(assetAltField === undefined ? {} : { assetAltField }),
  };
}

/** Describes the settings of the endpoint (configuration). Lists only roots that the viewer may view. */
function endpointOf({
  model,
  settings,
  locale,
  viewer,
  caller,
  now,
}: Pick<Context, 'model' | 'settings' | 'locale' | 'viewer' | 'caller' | 'now'>) {
  const { infofields } = settings.asset;
  const shown = (ids: readonly number[]) => ids.filter((id) => model.infoFields.has(id));
  return {
    dateFields: [...model.infoFields.values()]
      .filter(({ type, onAssets }) => type === 'date' && onAssets)
      .map(({ id }) => id),
    assetInfofields: shown(infofields),
    nodeInfofields: shown(settings.node.infofields),
    ...listSettings({ settings, model }),
    facetFields: settings.facets.enabled
      ? usualFacets(offeredFacets({ model, settings, viewer, now }), { settings }).map(([name]) => name)
      : [],
    facetLimit: settings.facets.limit,
    downloadFormats: [...model.downloadFormats.keys()],
    downloadDpi: Object.fromEntries(
      [...model.downloadFormats.values()]
        .filter(({ isResizeable }) => isResizeable)
        .map(({ id, conversion }) => [String(id), conversion?.dpi ?? DEFAULT_DPI]),
    ),
    downloadConversions: Object.fromEntries(
      [...model.downloadFormats.values()].flatMap(({ id, conversion }) =>
        conversion ? [[String(id), conversionEntry(conversion)]] : [],
      ),
    ),
    maxDownloadAssets: settings.download.maxAssets,
    roots: Object.fromEntries(
      [...settings.roots.keys()].map((type) => [String(type), viewer.treeRoots(type, locale).map(({ id }) => id)]),
    ),
    detailsGeneral: settings.details.general,
    tokenRequired: settings.token.verifier !== 'none',
    pins: settings.pin.parentNode !== null,
    pinDays: settings.pin.days,
    ownPins: settings.pin.parentNode !== null && caller.isSignedIn && viewer.userId !== undefined,
    reviews: settings.review.enabled,
  };
}
