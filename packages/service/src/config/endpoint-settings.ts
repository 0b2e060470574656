/** The settings that each base address can have for itself. */

import { boolean, integer, oneOf } from '../domain/values.ts';
import { type Declaration, renamed, secret, setting, settingsOf, type Values } from './declare.ts';
import { parameterDefaults, rootsByType } from './endpoints.ts';
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
  tokens,
  webAddress,
} from './setting-types.ts';

/** Longest side of a picture in pixels (decisions 7). */
const pixels = integer(1, 10_000);

/** Settings of the main base address, which further ones can override individually. */
export const PER_ENDPOINT = {
  serviceUser: setting(
    nullable(objectId),
    null,
    "User that requests without a token act as; null is the catalogue's service user.",
  ),
  languages: setting(
    limitedList(language, 'a list of language tags'),
    [],
    'The only languages of answers, out of those of the catalogue; none is all.',
  ),
  maxSearchResults: setting(integer(1, 1_000_000), 10_000, 'Most entries of an answer that is not paged.'),
  maxTreeNodes: setting(
    integer(1, 10_000_000),
    100_000,
    'Most nodes of an answer to tree; a tenth as many may be repeated below several IDs.',
  ),
  maxPageSize: setting(integer(1, 1_000_000), 1000, 'Most entries of a page.'),
  cache: {
    seconds: setting(
      integer(0, 31_536_000),
      3600,
      'How long the service and shared caches may keep JSON answers and pictures, in seconds; 0 keeps nothing.',
    ),
    browserSeconds: setting(
      integer(0, 31_536_000),
      0,
      'How long browsers may use an answer before they revalidate it, in seconds.',
    ),
    megabytes: setting(integer(0, 1_048_576), 256, 'Memory for finished answers, in megabytes.'),
    flush: setting(boolean, true, 'Whether requests may empty the cache with flush=true.'),
    shared: setting(
      boolean,
      false,
      'Whether shared caches may ignore tokens and give everyone the answer to any of them.',
    ),
  },
  facets: {
    enabled: setting(boolean, true, 'Whether searches may ask for facets.'),
    limit: setting(integer(1, 10_000), 100, 'Most values of one facet.'),
    fields: setting(
      limitedList(facetName, 'a list of names of facets'),
      [],
      'The only facets that there are; none is all.',
    ),
  },
  asset: { infofields: setting(objectIds, [], 'Information fields that every asset entry carries.') },
  node: { infofields: setting(objectIds, [], 'Information fields that every node entry carries.') },
  details: {
    general: setting(oneOf(['map', 'list']), 'map', 'Shape of the section general of details.'),
  },
  thumb: {
    size: setting(pixels, 256, 'Longest side of thumbnails, in pixels.'),
    big: setting(pixels, 1024, 'The same with big=true.'),
  },
  preview: {
    size: setting(pixels, 1024, 'Longest side of previews, in pixels.'),
    big: setting(pixels, 3000, 'The same with big=true.'),
    extensions3d: setting(
      limitedList(fileExtension, 'a list of file extensions'),
      ['glb', 'gltf', 'obj', 'stl'],
      'File extensions that previews of type 3D deliver.',
    ),
  },
  render: {
    processes: setting(integer(0, 256), 0, 'Processes that draw pictures; 0 is one per core.'),
    seconds: setting(integer(1, 3600), 10, 'Time for one picture, in seconds.'),
    quickSeconds: setting(
      integer(1, 3600),
      2,
      'Pictures that take longer, in seconds, continue in a second queue with as many processes.',
    ),
    waitSeconds: setting(
      integer(1, 3600),
      10,
      'How long a picture may wait until it is begun, in seconds; then it is answered 503.',
    ),
    megabytes: setting(integer(64, 1_048_576), 1024, 'Memory for one picture, in megabytes.'),
    queue: setting(integer(1, 100_000), 256, 'Pictures that may wait; more are answered 503.'),
    storeMegabytes: setting(integer(0, 1_073_741_824), 10_240, 'Disk for pictures that are kept, in megabytes.'),
  },
  download: {
    loginUrl: setting(nullable(webAddress), null, 'Where users are sent that may not have a format directly.'),
    maxAssets: setting(integer(1, 1_000_000), 1000, 'Most assets of one download.'),
    accelRedirect: setting(nullable(sitePath), null, 'Path under which a server in front delivers originals itself.'),
    fileNames: setting(nullable(path), null, 'Module that names delivered files, see examples/file-names.'),
  },
  search: {
    provider: setting(nullable(path), null, 'Module that reads search_custom, see examples/search-provider.'),
    prefixes: setting(
      oneOf(['fallback', 'never']),
      'fallback',
      'Whether a search that finds nothing is repeated with its words as prefixes.',
    ),
  },
  pin: {
    parentNode: setting(nullable(objectId), null, 'Node that PINs belong to; null switches PINs off.'),
    days: setting(integer(1, 36_500), 30, 'How long a PIN opens, in days.'),
    formats: setting(objectIds, [], 'Download formats of PINs that name none; none is all.'),
    perMinute: setting(integer(0, 100_000), 30, 'PINs that one address may make in a minute; 0 is no limit.'),
    guessesPerHour: setting(
      integer(0, 100_000),
      60,
      'Codes without a PIN that one address may try in an hour; 0 is no limit.',
    ),
  },
  review: {
    enabled: setting(boolean, true, 'Whether reviews may be read and written.'),
    perMinute: setting(integer(0, 100_000), 10, 'Reviews that one address may post in a minute; 0 is no limit.'),
    perAsset: setting(
      integer(0, 1_000_000),
      10_000,
      'Reviews of one asset that a user, or all callers without a token together, may post; 0 is no limit.',
    ),
    pageMegabytes: setting(integer(1, 1024), 8, 'Size of all comments in one answer, in megabytes.'),
  },
  token: {
    verifier: setting(
      oneOf(['none', 'static', 'jwt', 'introspection']),
      'none',
      'How tokens are verified; anything but none makes a token mandatory.',
    ),
    cacheSeconds: setting(
      integer(0, 3600),
      60,
      'How long a valid token is not verified again, in seconds; 0 verifies each time.',
    ),
    failuresPerMinute: renamed(
      'failures',
      setting(
        integer(0, 1_000_000),
        100,
        'Refused tokens of one address within a minute before others are answered 429; 0 is no limit.',
      ),
    ),
    tokens: secret(tokens, [], 'Tokens of the verifier static, in clear or as SHA-256, and the users they stand for.'),
    jwt: {
      secret: secret(nullable(nonEmptyText), null, 'Shared secret that signs the tokens.'),
      publicKeyFile: setting(
        nullable(fileText),
        null,
        'File with the public key in PEM that the tokens are signed for.',
      ),
      jwks: setting(nullable(keySet), null, "Address or file of the issuer's key set."),
      issuer: setting(nullable(nonEmptyText), null, 'Issuer that tokens must name.'),
      audience: setting(nullable(nonEmptyText), null, 'Audience that tokens must name.'),
      userClaim: setting(nonEmptyText, 'sub', 'Claim that holds the user ID.'),
      groupsClaim: setting(nonEmptyText, 'groups', 'Claim that holds the group IDs.'),
    },
    introspection: {
      url: setting(nullable(webAddress), null, 'Address that is asked whether a token is valid.'),
      clientId: setting(nullable(nonEmptyText), null, 'Name that this service presents there.'),
      clientSecretFile: setting(nullable(fileText), null, 'File with the secret that it presents there.'),
      userClaim: setting(nonEmptyText, 'sub', 'Member of its answer that holds the user ID.'),
      groupsClaim: setting(nonEmptyText, 'groups', 'Member of its answer that holds the group IDs.'),
    },
  },
  cors: {
    origins: setting(
      limitedList(origin, 'a list of origins'),
      ['*'],
      'Origins whose pages may read answers; * is all.',
    ),
  },
  rateLimit: {
    seconds: setting(integer(1, 3600), 60, 'Time in which requests of one caller are counted, in seconds.'),
    perAddress: setting(
      integer(0, 1_000_000),
      0,
      'Requests of one address in that time before it is answered 429; an IPv6 address counts by its /64; 0 is no limit.',
    ),
    perToken: setting(integer(0, 1_000_000), 0, 'The same of one token, from whatever addresses; 0 is no limit.'),
  },
  supportEmail: setting(nullable(email), null, 'Whom users may write to.'),
  messages: setting(
    limitedList(path, 'a list of paths'),
    [],
    'Files that overlay the message bundles, the last one wins.',
  ),
} as const satisfies Declaration;

/** Settings that only further base addresses have. */
const ENDPOINT_ONLY = {
  defaults: setting(parameterDefaults, {}, 'Parameter values where a request does not give the parameter.'),
  roots: setting(rootsByType, {}, 'Nodes that the trees of a node type are limited to.'),
  formats: setting(nullable(objectIds), null, 'The only download formats of this address.'),
} as const satisfies Declaration;

/** All settings that an entry of `endpoints` may contain. */
export const ENDPOINT_DECLARATION = { ...PER_ENDPOINT, ...ENDPOINT_ONLY } as const satisfies Declaration;

/** Settings of one base address. Absent values are `null`. */
export interface EndpointSettings extends Values<typeof ENDPOINT_DECLARATION> {}

/** Key paths that an endpoint may override. */
export const PER_ENDPOINT_KEYS: ReadonlySet<string> = new Set(settingsOf(PER_ENDPOINT).keys());
