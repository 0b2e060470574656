/** The settings that each base address can have for itself. */

import { boolean, integer, number, oneOf } from '../../../core/src/domain/values.ts';
import { type Declaration, secret, setting, settingsOf, type Values } from './declare.ts';
import { parameterDefaults, rootsByType } from './endpoints.ts';
import { presets } from './picture-presets.ts';
import {
  email,
  facetName,
  fileExtension,
  fileText,
  keySet,
  language,
  limitedList,
  nonEmptyText,
  nullable,
  objectId,
  objectIds,
  origin,
  path,
  sitePath,
  webAddress,
} from './setting-types.ts';
import { tokens } from './static-tokens.ts';

/** Longest side of a picture in pixels (interface decisions 7). */
const pixels = integer(1, 10_000);

/** Settings of the main base address, which further ones can override individually. */
export const PER_ENDPOINT = {
  serviceUser: setting(
    nullable(objectId),
    null,
    "User of requests without a token; null is the catalogue's service user.",
  ),
  languages: setting(
    limitedList(language, 'a list of language tags'),
    [],
    'Languages that are offered; an empty list means all.',
  ),
  maxSearchResults: setting(integer(1, 1_000_000), 10_000, 'Most entries without paging.'),
  maxTreeNodes: setting(integer(1, 10_000_000), 100_000, 'Most nodes in a tree.'),
  maxPageSize: setting(integer(1, 1_000_000), 1000, 'Most entries on a page.'),
  cache: {
    seconds: setting(
      integer(0, 31_536_000),
      3600,
      'How long the service and shared caches may keep JSON and pictures.',
    ),
    browserSeconds: setting(integer(0, 31_536_000), 0, 'How long browsers may use a response unasked.'),
    megabytes: setting(integer(0, 1_048_576), 256, 'Memory for cached responses.'),
    flush: setting(boolean, true, 'Whether requests may empty the cache with flush=true.'),
    shared: setting(boolean, false, 'Whether shared caches may give everyone what any token opens.'),
  },
  facets: {
    enabled: setting(boolean, true, 'Whether searches may ask for facets.'),
    limit: setting(integer(1, 10_000), 100, 'Most values of one facet.'),
    fields: setting(
      limitedList(facetName, 'a list of names of facets'),
      [],
      'Facets that are offered, in this order; an empty list means all.',
    ),
  },
  asset: {
    infofields: setting(objectIds, [], 'Information fields that every asset entry contains.'),
    nameField: setting(
      nullable(objectId),
      null,
      'Information field in place of file names; null: the Title of folder imports; 0: none.',
    ),
    dateField: setting(
      nullable(objectId),
      null,
      'Information field with dates, by which elements list the newest first; null: the Capture date of folder ' +
        'imports; 0: none.',
    ),
    altField: setting(nullable(objectId), null, 'Information field with the alternative texts of pictures.'),
  },
  node: { infofields: setting(objectIds, [], 'Information fields that every node entry contains.') },
  details: {
    general: setting(oneOf(['map', 'list']), 'map', 'Shape of `general` in details.'),
  },
  thumb: {
    size: setting(pixels, 256, 'Longest side of thumbnails, in pixels.'),
    big: setting(pixels, 1024, 'The same with big=true; with middle=true it is twice `thumb.size`, or this.'),
  },
  preview: {
    size: setting(pixels, 1024, 'Longest side of previews, in pixels.'),
    big: setting(pixels, 3000, 'The same with big=true.'),
    extensions3d: setting(
      limitedList(fileExtension, 'a list of file extensions'),
      ['glb', 'gltf', 'obj', 'stl'],
      'File extensions of previews of type 3D.',
    ),
  },
  changes: {
    days: setting(integer(1, 3650), 30, 'How long changes are kept, so that callers can follow them.'),
  },
  validity: {
    view: setting(oneOf(['show', 'hide']), 'show', 'Whether assets outside their validity are shown.'),
    download: setting(oneOf(['refuse', 'allow']), 'refuse', 'Whether assets outside their validity are refused.'),
  },
  iiif: {
    enabled: setting(
      nullable(boolean),
      null,
      'Whether the interfaces of IIIF are there; null: unless `picture.allow` is signed.',
    ),
  },
  mcp: {
    enabled: setting(boolean, false, 'Whether assistants may use this base address at `/mcp`.'),
    origins: setting(
      limitedList(origin, 'a list of origins'),
      [],
      'Origins whose pages may use `/mcp`; * means all. Programs need none.',
    ),
  },
  picture: {
    maxSize: setting(pixels, 3000, 'Longest side of pictures of any size, in pixels.'),
    allow: setting(
      oneOf(['any', 'widths', 'presets', 'signed']),
      'any',
      'Which sizes are answered: all, those of `picture.widths`, presets, or signed addresses.',
    ),
    widths: setting(
      limitedList(pixels, 'a list of widths in pixels'),
      [],
      'Widths in pixels that `picture.allow: widths` rounds up to.',
    ),
    presets: setting(presets, {}, 'Named pictures, each with values of parameters of `picture`.'),
    maxFramePixels: setting(
      integer(1, 10_000_000_000),
      50_000_000,
      'Pixels in all frames up to which a moving picture moves.',
    ),
  },
  render: {
    processes: setting(
      integer(0, 256),
      0,
      'Processes that draw pictures, and as many that convert; 0 means one per core.',
    ),
    seconds: setting(
      integer(1, 3600),
      10,
      'Time limit of one picture; a conversion has twelve times that, a film or sound an hour for ten seconds.',
    ),
    megabytes: setting(
      integer(64, 1_048_576),
      1024,
      'Memory limit of one picture, film or sound; conversions have twice that.',
    ),
    queue: setting(integer(1, 100_000), 256, 'Pictures that may wait, and as many conversions.'),
    storeMegabytes: setting(
      integer(0, 1_073_741_824),
      10_240,
      'Disk space for pictures, and for copies of originals in S3; converted files, and films, have twice that each.',
    ),
  },
  download: {
    loginUrl: setting(nullable(webAddress), null, 'Where users are sent who may not download.'),
    maxAssets: setting(integer(1, 1_000_000), 1000, 'Most assets in one download.'),
    accelRedirect: setting(nullable(sitePath), null, 'Path under which a server in front sends originals itself.'),
    redirect: setting(
      nullable(oneOf(['presigned'])),
      null,
      'presigned: whole originals in S3 are downloaded from there.',
    ),
    fileNames: setting(nullable(path), null, 'Module that names delivered files, see examples/file-names.'),
  },
  search: {
    provider: setting(nullable(path), null, 'Module that reads search_custom, see examples/search-provider.'),
    prefixes: setting(
      oneOf(['fallback', 'never']),
      'fallback',
      'Whether words that find nothing are read as prefixes.',
    ),
  },
  similar: {
    maxDistance: setting(
      number(0, 1),
      0.35,
      'How much similar pictures may differ: from 0, alike, to 1, nothing in common.',
    ),
    duplicateDistance: setting(number(0, 1), 0.1, 'The same to be near duplicates.'),
  },
  pin: {
    parentNode: setting(nullable(objectId), null, 'Any node of the catalogue; null disables PINs.'),
    days: setting(integer(1, 36_500), 30, 'How long a PIN is valid.'),
    formats: setting(objectIds, [], 'Download formats of PINs that name none; an empty list means all.'),
    perMinute: setting(integer(0, 100_000), 30, 'PINs that one address may create in a minute; 0 means no limit.'),
  },
  review: {
    enabled: setting(boolean, true, 'Whether reviews may be read and written.'),
    perMinute: setting(integer(0, 100_000), 10, 'Reviews that one address may post in a minute; 0 means no limit.'),
  },
  token: {
    verifier: setting(
      oneOf(['none', 'static', 'jwt', 'introspection']),
      'none',
      'How tokens are verified; unless it is none, every request needs one.',
    ),
    failuresPerMinute: setting(
      integer(0, 1_000_000),
      100,
      'Wrong tokens that one address may send in a minute; 0 means no limit.',
    ),
    loginUrl: setting(nullable(webAddress), null, 'Where people sign in; the page at `/` links to it.'),
    tokens: secret(tokens, [], 'Tokens of the verifier static, and their users.'),
    jwt: {
      secret: secret(nullable(nonEmptyText), null, 'Shared secret that signs the tokens.'),
      publicKeyFile: setting(nullable(fileText), null, 'Public key that verifies the signatures, in PEM.'),
      jwks: setting(nullable(keySet), null, "Address or file of the issuer's key set."),
      issuer: setting(nullable(nonEmptyText), null, 'Issuer that tokens must name.'),
      audience: setting(nullable(nonEmptyText), null, 'Audience that tokens must name.'),
      userClaim: setting(nonEmptyText, 'sub', 'Claim that holds the user ID, also in what introspection answers.'),
      groupsClaim: setting(
        nonEmptyText,
        'groups',
        'Claim that holds the group IDs, also in what introspection answers.',
      ),
    },
    introspection: {
      url: setting(nullable(webAddress), null, 'Address that is asked whether a token is valid.'),
      clientId: setting(nullable(nonEmptyText), null, 'Name that this service presents there.'),
      clientSecretFile: setting(nullable(fileText), null, 'Secret that it presents there.'),
    },
  },
  cors: {
    origins: setting(
      limitedList(origin, 'a list of origins'),
      ['*'],
      'Origins whose pages may read responses; * means all.',
    ),
  },
  rateLimit: {
    seconds: setting(integer(1, 3600), 60, 'Period in which requests are counted.'),
    perAddress: setting(integer(0, 1_000_000), 0, 'Requests of one address in that period; 0 means no limit.'),
    perToken: setting(integer(0, 1_000_000), 0, 'Requests with one token in that period; 0 means no limit.'),
  },
  supportEmail: setting(nullable(email), null, 'E-mail address that users may write to.'),
  messages: setting(
    limitedList(path, 'a list of paths'),
    [],
    'Files that override the built-in messages; the last one wins.',
  ),
} as const satisfies Declaration;

/** Settings that only further base addresses have. */
const ENDPOINT_ONLY = {
  defaults: setting(
    parameterDefaults,
    {},
    'Values of parameters that a request does not give, for every operation that can read them.',
  ),
  roots: setting(rootsByType, {}, 'Nodes that the trees of a node type are limited to.'),
  formats: setting(nullable(objectIds), null, 'The only download formats offered at this address.'),
} as const satisfies Declaration;

/** All settings that an entry of `endpoints` may contain. */
export const ENDPOINT_DECLARATION = { ...PER_ENDPOINT, ...ENDPOINT_ONLY } as const satisfies Declaration;

/** Settings of one base address. Absent values are `null`. */
export interface EndpointSettings extends Values<typeof ENDPOINT_DECLARATION> {}

/** Key paths that an endpoint may override. */
export const PER_ENDPOINT_KEYS: ReadonlySet<string> = new Set(settingsOf(PER_ENDPOINT).keys());
