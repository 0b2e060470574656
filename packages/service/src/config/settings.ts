import { boolean, integer, oneOf } from '../../../core/src/domain/values.ts';
import { type Declaration, setting, type Values } from './declare.ts';
import { ENDPOINT_DECLARATION, type EndpointSettings, PER_ENDPOINT } from './endpoint-settings.ts';
import { endpoints } from './endpoints.ts';
import { PAGES } from './page-settings.ts';
import {
  language,
  limitedList,
  network,
  nonEmptyText,
  nullable,
  path,
  plainWebAddress,
  timeZone,
} from './setting-types.ts';
import { STORES } from './store-settings.ts';

/** Settings of the whole service. */
const SERVICE = {
  host: setting(nonEmptyText, '127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for every network of the machine.'),
  port: setting(integer(0, 65_535), 8080, 'Port to listen on; 0 takes a free one.'),
  data: setting(path, './data', 'Folder of the catalogue, the originals and the files derived from them.'),
  threads: setting(integer(0, 256), 0, 'Number of HTTP threads; 0 means one per core.'),
  timeZone: setting(timeZone, 'UTC', 'Time zone of date bounds, of formatted dates, and of times without an offset.'),
  defaultLanguage: setting(nullable(language), null, "Language where a request names none; null is the catalogue's."),
  trustProxy: setting(
    limitedList(network, 'a list of IP addresses or networks'),
    [],
    'Addresses or networks of proxies whose X-Forwarded-* headers are trusted.',
  ),
  ...STORES,
  http: {
    connections: setting(
      integer(1, 1_000_000),
      10_000,
      'Maximum number of open connections, divided among the threads; further ones take the place of idle ones.',
    ),
    connectionsPerAddress: setting(
      integer(0, 1_000_000),
      1000,
      'Maximum number of connections from one address (for IPv6 its /64), except proxies in trustProxy; further ones are closed; 0 means no limit.',
    ),
    headersSeconds: setting(
      integer(1, 600),
      30,
      'Time for the headers of a request to arrive, in seconds; a body may take twice that.',
    ),
    idleSeconds: setting(
      integer(1, 3600),
      72,
      'How long an idle connection stays open, in seconds; must be longer than a proxy in front keeps its own open.',
    ),
  },
  purge: {
    proxies: setting(
      limitedList(plainWebAddress, 'a list of http or https addresses'),
      [],
      'Addresses of caches in front that are purged when the catalogue has changed, see docs/guides/caches-and-proxies.md.',
    ),
    method: setting(oneOf(['BAN', 'PURGE']), 'BAN', 'Method of the purge request.'),
  },
  index: {
    maxSearchEntries: setting(
      integer(1_000_000, 100_000_000_000),
      50_000_000,
      'Maximum number of index entries that a search may read, not counting its costliest word or condition; a search that needs more is refused with 400.',
    ),
    waitSeconds: setting(
      integer(1, 600),
      10,
      'How long a request waits until the search index includes all committed changes, in seconds; then it is refused with 503.',
    ),
  },
  docs: {
    enabled: setting(boolean, true, 'Whether `/docs` shows the documentation, and a page that sends requests.'),
  },
  ...PAGES,
  metrics: {
    enabled: setting(boolean, true, 'Whether `/metrics` serves metrics to Prometheus.'),
    cacheSeconds: setting(
      integer(0, 60),
      1,
      'How long `/metrics` repeats the same figures, in seconds; 0 reads them for every request.',
    ),
  },
  overload: {
    maxWaitMilliseconds: setting(
      integer(10, 60_000),
      100,
      'How much work of its thread a request may have to wait for, in milliseconds; if more is queued before it, it is refused with 503 at once.',
    ),
  },
  audit: {
    file: setting(
      nullable(nonEmptyText),
      'audit.log',
      'File of the audit log, relative to the data folder; null disables it.',
    ),
    megabytes: setting(
      integer(1, 1_048_576),
      64,
      'Size at which it is renamed to FILE.1, which replaces the previous one, in megabytes.',
    ),
  },
  send: {
    unsentMegabytes: setting(
      integer(1, 1_048_576),
      256,
      'Memory for responses that callers have not received yet, in megabytes; when it is full, the slowest callers are disconnected.',
    ),
    stallSeconds: setting(
      integer(1, 86_400),
      120,
      'How long a caller may take to receive 256 KiB of a file, or receive nothing of any response, in seconds, before it is disconnected.',
    ),
  },
  playback: {
    processes: setting(
      integer(1, 256),
      1,
      'Number of processes that convert films and sounds that browsers cannot play.',
    ),
    seconds: setting(integer(10, 86_400), 3600, 'Time limit of one conversion, in seconds.'),
    megabytes: setting(integer(64, 1_048_576), 1024, 'Memory limit of one conversion, in megabytes.'),
    queue: setting(integer(1, 100_000), 32, 'Number of conversions that may wait; more are refused with 503.'),
    waitSeconds: setting(
      integer(0, 60),
      15,
      'How long a request waits for a conversion, in seconds, before it is answered with Retry-After.',
    ),
    storeMegabytes: setting(
      integer(64, 1_073_741_824),
      20_480,
      'Disk space for converted films and sounds, in megabytes.',
    ),
  },
  conversion: {
    processes: setting(
      integer(0, 256),
      0,
      'Number of processes that convert pictures for downloads and tiles; 0 means one per core.',
    ),
    seconds: setting(integer(5, 86_400), 120, 'Time limit of one converted picture or document, in seconds.'),
    megabytes: setting(
      integer(64, 1_048_576),
      2048,
      'Memory limit of one converted picture or document, in megabytes.',
    ),
    queue: setting(integer(1, 100_000), 256, 'Number of conversions that may wait; more are refused with 503.'),
    waitSeconds: setting(
      integer(0, 3600),
      60,
      'How long a download waits for its conversions, in seconds, before it is answered with Retry-After.',
    ),
    storeMegabytes: setting(
      integer(64, 1_073_741_824),
      20_480,
      'Disk space for converted files and tiles, in megabytes.',
    ),
  },
} as const satisfies Declaration;

/** All settings that the configuration may contain. */
export const DECLARATION = {
  ...SERVICE,
  ...PER_ENDPOINT,
  endpoints: setting(
    endpoints(ENDPOINT_DECLARATION),
    {},
    'Further base addresses by name: the endpoint press is at /press/node.do and so on.',
  ),
} as const satisfies Declaration;

/**
 * The settings of a running service. The object is frozen and contains no functions, so that it can be copied to other
 * threads.
 */
export interface Config extends EndpointSettings, Values<typeof SERVICE> {
  /** Complete settings of each further base address, by name. */
  readonly endpoints: ReadonlyMap<string, EndpointSettings>;
}
