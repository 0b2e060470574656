import { boolean, integer, oneOf } from '../../../core/src/domain/values.ts';
import { type Declaration, secret, setting, type Values } from './declare.ts';
import { ENDPOINT_DECLARATION, type EndpointSettings, PER_ENDPOINT } from './endpoint-settings.ts';
import { endpoints } from './endpoints.ts';
import { PAGES } from './page-settings.ts';
import {
  language,
  limitedList,
  namedOrigin,
  network,
  nonEmptyText,
  nullable,
  path,
  plainWebAddress,
  timeZone,
} from './setting-types.ts';
import { SIGN_IN } from './sign-in-settings.ts';
import { signingKeys } from './signing-keys.ts';
import { STORES } from './store-settings.ts';
import { webhookList } from './webhooks.ts';

/** Settings of the whole service. */
const SERVICE = {
  host: setting(nonEmptyText, '127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for every network.'),
  port: setting(integer(0, 65_535), 8080, 'Port to listen on; 0 takes a free one.'),
  data: setting(path, './data', 'Folder of all that is stored.'),
  threads: setting(integer(0, 256), 0, 'HTTP threads; 0 means one per core.'),
  timeZone: setting(timeZone, 'UTC', 'Time zone of date bounds, formatted dates and times without an offset.'),
  defaultLanguage: setting(nullable(language), null, "Language of requests that name none; null is the catalogue's."),
  trustProxy: setting(
    limitedList(network, 'a list of IP addresses or networks'),
    [],
    'Proxies whose X-Forwarded-* headers are trusted.',
  ),
  publicUrl: setting(
    nullable(namedOrigin),
    null,
    'Beginning of absolute addresses in answers, before X-Forwarded-Prefix; null is the origin of the request.',
  ),
  sign: {
    keys: secret(signingKeys, [], 'Keys of signed addresses: the first signs, all verify.'),
    maxDays: setting(integer(1, 36_500), 30, 'How far ahead a signed address may expire.'),
  },
  signIn: SIGN_IN,
  webhooks: secret(webhookList, [], 'Receivers that are told of changes.'),
  ...STORES,
  http: {
    idleSeconds: setting(integer(1, 3600), 72, 'How long an idle connection stays open: longer than a proxy keeps it.'),
  },
  purge: {
    proxies: setting(
      limitedList(plainWebAddress, 'a list of http or https addresses'),
      [],
      'Caches in front that are purged after changes.',
    ),
    tags: setting(
      oneOf(['none', 'Surrogate-Key', 'Cache-Tag', 'xkey', 'Cache-Groups']),
      'none',
      'Header that tells caches what an answer is made of.',
    ),
  },
  ...PAGES,
  text: {
    maxCharacters: setting(integer(0, 20_000_000), 1_000_000, 'How much text of a file is searched; 0 means none.'),
    ocr: setting(boolean, false, 'Whether imports recognise text in pictures and on scanned pages, with tesseract.'),
    ocrLanguages: setting(
      nullable(limitedList(language, 'a list of language codes')),
      null,
      "Languages of that text; null means the catalogue's.",
    ),
  },
  metrics: {
    enabled: setting(boolean, true, 'Whether `/metrics` serves metrics to Prometheus.'),
  },
  overload: {
    maxWaitMilliseconds: setting(integer(10, 60_000), 100, 'How much work may wait before a request, else 503.'),
    waitSeconds: setting(
      integer(0, 3600),
      60,
      'How long a download waits for its conversions; all else waits a quarter of that.',
    ),
  },
} as const satisfies Declaration;

/** All settings that the configuration may contain. */
export const DECLARATION = {
  ...SERVICE,
  ...PER_ENDPOINT,
  search: { ...STORES.search, ...PER_ENDPOINT.search },
  endpoints: setting(
    endpoints(ENDPOINT_DECLARATION),
    {},
    'Further base addresses by name: press is at /press/node.do and so on.',
  ),
} as const satisfies Declaration;

/**
 * The settings of a running service. The object is frozen and contains no functions, so that it can be copied to other
 * threads.
 */
export interface Config extends EndpointSettings, Values<typeof SERVICE> {
  readonly search: EndpointSettings['search'] & Values<typeof STORES.search>;
  /** Complete settings of each further base address, by name. */
  readonly endpoints: ReadonlyMap<string, EndpointSettings>;
}
