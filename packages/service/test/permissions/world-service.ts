/** The real dispatch over a real catalogue and index in this process, for successive random worlds. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { buildBase } from '../../../columnar/src/build-base.ts';
import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import { IndexPublisher } from '../../../columnar/src/index-publisher.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { CACHE_EVERY_TERM } from '../../../columnar/test/cache-every-term.ts';
import { openMessages } from '../../../core/src/domain/messages.ts';
import { OFFICE_PROGRAMS } from '../../../core/src/domain/office-types.ts';
import { openOriginalsFolder } from '../../../core/src/originals/folder.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { Conversions, openConversionPool } from '../../../media/src/conversions/conversions.ts';
import { openFileLeases } from '../../../media/src/derived/file-leases.ts';
import { RecentLooks } from '../../../media/src/pictures/looks.ts';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { Renditions } from '../../../media/src/pictures/renditions.ts';
import { StoredPictures } from '../../../media/src/pictures/stored-pictures.ts';
import { Playback } from '../../../media/src/playback/playback.ts';
import { openPlaybackPools } from '../../../media/src/playback/pools.ts';
import type { Services } from '../../src/api/operation.ts';
import { openBrand } from '../../src/api/pages/brand.ts';
import { mediaLimits } from '../../src/app/media-limits.ts';
import { OPERATION_LIST, PATH_OPERATIONS } from '../../src/app/registry.ts';
import type { AuditLog } from '../../src/auth/audit-log.ts';
import type { TokenGate } from '../../src/auth/token-gate.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openPins } from '../../src/catalogue/sqlite/pins.ts';
import { openReviews } from '../../src/catalogue/sqlite/review-reads.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { ChangeFeed } from '../../src/feed/change-feed.ts';
import type { Answer } from '../../src/http/answer.ts';
import { openDispatch } from '../../src/http/dispatch.ts';
import { openFailures } from '../../src/http/failure.ts';
import type { FlushCache } from '../../src/http/response-cache/cache-flush.ts';
import { openResponseCache } from '../../src/http/response-cache/response-cache.ts';
import { openMemoryResultCache } from '../../src/http/response-cache/result-cache.ts';
import { Results } from '../../src/http/response-cache/results.ts';
import { openPinQueue } from '../../src/pins/pin-queue.ts';
import { openReviewQueue } from '../../src/reviews/review-queue.ts';
import type { Endpoint, World } from './world.ts';
import { NOW, putWorld, storeFiles } from './write-world.ts';

/** A complete answer. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Ask = (target: string, headers?: Readonly<Record<string, string>>) => Promise<Told>;

export interface Service extends AsyncDisposable {
  /** Makes the catalogue equal to this. */
  write(world: World): Promise<void>;
  /** A dispatch with caches of its own for these endpoints. */
  open(endpoints: readonly Endpoint[]): Ask;
}

export async function openService(): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const { path: directory } = stack.use(temporaryFolder());
  const writer = stack.use(openCatalogueWriter({ directory }));
  const catalogue = stack.use(openCatalogue({ directory }));
  const source = stack.use(openIndexSource({ directory }));
  const publisher = new IndexPublisher({ source, build: () => buildBase(source) });
  const search = stack.use(
    openColumnarSearch({
      catalogue,
      views: openViews(() => publisher.reach(), { waitSeconds: 60 }),
      terms: CACHE_EVERY_TERM,
    }),
  );
  const originals = stack.use(openOriginalsFolder({ directory: join(directory, 'originals') }));
  const plain = loadConfig({ options: { data: directory }, environment: { ABS_RENDER_PROCESSES: '1' }, directory });
  const limits = mediaLimits(plain);
  const renderer = stack.use(new SharpRenderer(plain.render));
  const renditions = stack.use(
    new Renditions({ directory: join(directory, 'renditions'), renderer, originals, storeMegabytes: 16, report: fail }),
  );
  const pools = stack.use(openPlaybackPools({ playback: limits.films, render: limits.pictures }, undefined));
  const playback = stack.use(
    new Playback({
      ...pools,
      directory: join(directory, 'playback'),
      storeMegabytes: 64,
      originals,
      tools: undefined,
      report: fail,
    }),
  );
  const conversions = stack.use(
    new Conversions({
      directory: join(directory, 'conversions'),
      storeMegabytes: 64,
      originals,
      pictures: stack.use(openConversionPool(limits.conversions, undefined)),
      films: undefined,
      renditions,
      report: fail,
    }),
  );
  const services: Services = {
    search,
    originals,
    renditions,
    documents: renditions.documents,
    playback,
    conversions,
    leaseDerived: openFileLeases(),
    conversionStoreBytes: 64 * 2 ** 20,
    conversionWaitSeconds: 60,
    playbackWaitSeconds: 15,
    hasFfmpeg: true,
    officePrograms: OFFICE_PROGRAMS,
    storedPictures: new StoredPictures({ directory: join(directory, 'renditions'), version: renderer.version }),
    looks: new RecentLooks(renditions),
    downloads: { count: () => {}, written: async () => {} },
    pins: stack.use(openPins({ directory })),
    pinQueue: openPinQueue(writer),
    reviews: stack.use(openReviews({ directory })),
    reviewQueue: openReviewQueue(writer),
    rateLimiter: openExactRateLimiter(),
    audit: NO_AUDIT,
    feed: new ChangeFeed(),
    sign: undefined,
    signIn: { isOffered: false, isRequired: false },
    signMaxDays: 30,
    brand: openBrand(plain.branding),
    searchProviders: new Map(),
    fileNames: new Map(),
    now: () => NOW,
  };
  const log = pino({ base: null }, { write: fail });
  const messages = openMessages();
  const messagesOf = () => messages;
  const files = await storeFiles(directory, originals);
  let written: World | undefined;
  const owned = stack.move();
  return {
    write: async (world) => {
      await writer.change((changes) => putWorld(changes, world, written, files));
      written = world;
      // Requests of one iteration of the event loop share one snapshot, so the change must be followed by a new iteration.
      await nextTurn();
      await nextTurn();
    },
    open: (endpoints) => {
      const config = loadConfig({ options: { data: directory }, environment: settingsOf(endpoints), directory });
      const tokenGate: TokenGate = { attempt: async () => ({ kind: 'refused' }) };
      const tokens = { tokenGate, sessions: undefined, tokenState: () => 0, audit: NO_AUDIT };
      const dispatch = openDispatch({
        operations: OPERATION_LIST,
        pathOperations: PATH_OPERATIONS,
        tools: [],
        catalogue,
        services,
        config,
        messagesOf,
        asApiError: openFailures(log),
        results: new Results(openMemoryResultCache({ megabytes: 4 })),
        responses: openResponseCache({ megabytes: 4 }),
        flushCache: NO_FLUSH,
        ...tokens,
      });
      return async (target, headers = {}) => {
        const [path = '', query = ''] = target.split('?');
        const { signal } = new AbortController();
        const releases: (() => void)[] = [];
        const onEnd = (release: () => void) => void releases.push(release);
        const answer = await dispatch.answer({ ...REQUEST, path, query, headers, signal, onEnd });
        if (!answer) throw new Error(`${path} is no endpoint`);
        const told = { status: answer.status, headers: answer.headers, body: await bytesOf(answer.body) };
        for (const release of releases) release();
        return told;
      };
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** The requests place no PINs or reviews. */
const NO_FLUSH: FlushCache = () => false;
const NO_AUDIT: AuditLog = { record: () => {} };
const REQUEST = { id: 'test', method: 'GET', address: '127.0.0.1', origin: undefined, prefix: '' };

/** Anything logged here is an error. */
function fail(trouble: unknown): never {
  throw new Error(String(trouble));
}

async function bytesOf(body: Answer['body']): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body);
  await using reader = body;
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(65_536);
    const bytes = await reader.read(part);
    if (bytes === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, bytes));
  }
}

function settingsOf([main, ...further]: readonly Endpoint[]): Readonly<Record<string, string>> {
  const endpoints = further.map((endpoint) => [endpoint.name, settingsOfEndpoint(endpoint)]);
  return { ABS_SERVICE_USER: String(main?.user), ABS_ENDPOINTS: JSON.stringify(Object.fromEntries(endpoints)) };
}

/** The settings of a further base address. */
function settingsOfEndpoint({ user, roots, formats, loginUrl }: Endpoint): Readonly<Record<string, unknown>> {
  return {
    serviceUser: user,
    roots: Object.fromEntries(roots),
    ...(formats ? { formats } : {}),
    download: { loginUrl: loginUrl ?? null },
  };
}
