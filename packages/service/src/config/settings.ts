import { boolean, integer, oneOf } from '../domain/values.ts';
import { type Declaration, renamed, setting, type Values } from './declare.ts';
import { ENDPOINT_DECLARATION, type EndpointSettings, PER_ENDPOINT } from './endpoint-settings.ts';
import { endpoints } from './endpoints.ts';
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

/** Settings of the whole service. */
const SERVICE = {
  host: setting(nonEmptyText, '127.0.0.1', 'Address to listen on; 0.0.0.0 or :: for every network of the machine.'),
  port: setting(integer(0, 65_535), 8080, 'Port to listen on; 0 takes a free one.'),
  data: setting(path, './data', 'Folder of the catalogue, the originals and what is made from them.'),
  threads: setting(integer(0, 256), 0, 'HTTP threads; 0 is one per core.'),
  timeZone: setting(timeZone, 'UTC', 'Zone of date bounds and formatted dates.'),
  defaultLanguage: setting(nullable(language), null, "Language where a request names none; null is the catalogue's."),
  trustProxy: setting(
    limitedList(network, 'a list of IP addresses or networks'),
    [],
    'Addresses or networks of proxies whose X-Forwarded-* headers count.',
  ),
  http: {
    connections: setting(
      integer(1, 1_000_000),
      10_000,
      'Most connections that are open at once; further ones are closed. Every thread takes its share.',
    ),
    connectionsPerAddress: renamed(
      'perAddress',
      setting(
        integer(0, 1_000_000),
        1000,
        'Most connections from one address (for IPv6 its /64), except proxies in trustProxy; further ones are closed; 0 is no limit.',
      ),
    ),
    headersSeconds: setting(
      integer(1, 600),
      30,
      'Time for the headers of a request to arrive, in seconds; a body may take twice that.',
    ),
    idleSeconds: setting(
      integer(1, 3600),
      72,
      'How long a connection without a request stays open, in seconds; longer than a proxy in front keeps its own.',
    ),
  },
  purge: {
    proxies: setting(
      limitedList(plainWebAddress, 'a list of http or https addresses'),
      [],
      'Addresses of caches in front that are told when the catalogue has changed, see operations.md.',
    ),
    method: setting(oneOf(['BAN', 'PURGE']), 'BAN', 'Method of the request that tells them.'),
  },
  index: {
    maxSearchEntries: renamed(
      'searchEntries',
      setting(
        integer(1_000_000, 100_000_000_000),
        50_000_000,
        'Most entries of the index that a search may read, not counting its costliest word or condition; more is 400.',
      ),
    ),
    waitSeconds: setting(
      integer(1, 600),
      10,
      'How long a request waits until the search index has taken over what was committed, in seconds; then it is answered 503.',
    ),
  },
  metrics: {
    enabled: setting(boolean, true, 'Whether `/metrics` tells Prometheus how the service is.'),
    cacheSeconds: setting(
      integer(0, 60),
      1,
      'How long `/metrics` repeats the same figures, in seconds; 0 reads them for every request.',
    ),
  },
  overload: {
    maxWaitMilliseconds: renamed(
      'milliseconds',
      setting(
        integer(10, 60_000),
        100,
        'Work of one thread that a request may have to wait for; where more is before it, it is answered 503 at once.',
      ),
    ),
  },
  audit: {
    file: setting(
      nullable(nonEmptyText),
      'audit.log',
      'File of the audit log, from the data folder; null switches it off.',
    ),
    megabytes: setting(
      integer(1, 1_048_576),
      64,
      'Size at which it is put aside as FILE.1, in place of the one before, in megabytes.',
    ),
  },
  send: {
    unsentMegabytes: setting(
      integer(1, 1_048_576),
      256,
      'Memory for what callers have not taken yet, in megabytes; when it is full, the slowest are cut.',
    ),
    stallSeconds: setting(
      integer(1, 86_400),
      120,
      'How long a caller may take for 256 KiB of a file, or take nothing of any answer, in seconds, before it is cut.',
    ),
  },
  playback: {
    processes: setting(integer(1, 256), 1, 'Processes that convert films and sounds which browsers do not play.'),
    seconds: setting(integer(10, 86_400), 3600, 'Time for one conversion, in seconds.'),
    megabytes: setting(integer(64, 1_048_576), 1024, 'Memory for one conversion, in megabytes.'),
    queue: setting(integer(1, 100_000), 32, 'Conversions that may wait; more are answered 503.'),
    waitSeconds: setting(
      integer(0, 60),
      15,
      'How long a request waits for a conversion, in seconds, before it is told to come back.',
    ),
    storeMegabytes: setting(integer(64, 1_073_741_824), 20_480, 'Disk for conversions that are kept, in megabytes.'),
  },
  conversion: {
    processes: setting(integer(0, 256), 0, 'Processes that convert pictures for downloads; 0 is one per core.'),
    seconds: setting(integer(5, 86_400), 120, 'Time for one converted picture, in seconds.'),
    megabytes: setting(integer(64, 1_048_576), 2048, 'Memory for one converted picture, in megabytes.'),
    queue: setting(integer(1, 100_000), 256, 'Conversions that may wait; more are answered 503.'),
    waitSeconds: setting(
      integer(0, 3600),
      60,
      'How long a download waits for its conversions, in seconds, before it is told to come back.',
    ),
    storeMegabytes: setting(
      integer(64, 1_073_741_824),
      20_480,
      'Disk for converted files that are kept, in megabytes.',
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
    'Further base addresses by name: press answers at /press/node.do and so on.',
  ),
} as const satisfies Declaration;

/**
 * The settings of a running service. The object is frozen and contains no functions, so that it can be copied to other
 * threads.
 */
export interface Config extends EndpointSettings, Values<typeof SERVICE> {
  /** Complete settings of each further base address, by name. */
  readonly endpoints: ReadonlyMap<string, EndpointSettings>;
  /** One sentence for each old name of a setting that is used. */
  readonly warnings: readonly string[];
}
