/** Opens the edge of a thread, which answers requests, from settings and a core. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { loadFileNames, loadSearchProvider } from '../api/extensions.ts';
import { OPERATION_LIST } from '../api/registry.ts';
import { openTokenState } from '../auth/token-verifiers.ts';
import { openCatalogue } from '../catalogue/sqlite/catalogue.ts';
import { openPeople } from '../catalogue/sqlite/people.ts';
import { openAllThreads } from '../concurrency/all-threads.ts';
import { cachedBriefly } from '../concurrency/brief-cache.ts';
import { collectGarbageSoon } from '../concurrency/garbage-collection.ts';
import type { Config } from '../config/settings.ts';
import { type ConnectionLimit, openConnectionLimit } from '../coordination/connection-limit.ts';
import { openMemoryRateLimiter } from '../coordination/memory-rate-limiter.ts';
import type { Sketch } from '../coordination/sketch.ts';
import type { Answer, PlainRequest, Request } from '../http/answer.ts';
import { type Cors, openCors } from '../http/cors.ts';
import { openDispatch } from '../http/dispatch.ts';
import { openIcons } from '../http/icons.ts';
import { coreFigures, processFigures, threadFigures } from '../http/metrics/figures.ts';
import { exposition, type Metrics, openMetrics } from '../http/metrics/metrics.ts';
import { type Admission, openAdmission } from '../http/overload/admission.ts';
import { openPinPages } from '../http/pages/pin-pages.ts';
import { openRequestLimit, type RequestLimit } from '../http/request-limit.ts';
import { openCacheFlush } from '../http/response-cache/cache-flush.ts';
import { openResponseCache } from '../http/response-cache/response-cache.ts';
import { openMemoryResultCache } from '../http/response-cache/result-cache.ts';
import { openResults } from '../http/response-cache/results.ts';
import { openSite } from '../http/site.ts';
import { openUnsent, type Unsent } from '../http/unsent.ts';
import { readDerived } from '../media/derived/file-cache.ts';
import { openFileLeases } from '../media/derived/file-leases.ts';
import { openRecentPictures } from '../media/pictures/recent-pictures.ts';
import { openOriginalsFolder, placeOfOriginal } from '../originals/folder.ts';
import type { MissingTool } from '../platform/find-program.ts';
import { PROGRAM_VERSION } from '../platform/program.ts';
import { openColumnarSearch } from '../search/columnar/columnar-search.ts';
import { openViews } from '../search/columnar/views.ts';
import { askNothing } from './first-question.ts';
import { catalogueAt } from './index/source.ts';
import { loadEach, loadMessages } from './named-files.ts';
import { openNamesUnknown } from './names-in-settings.ts';
import type { ProcessCalls } from './process-calls.ts';
import { threadCount } from './thread-count.ts';
import { tokenSettings } from './token-settings.ts';

/** Counts in memory that all threads share. */
export interface SharedCounts {
  readonly connections: Sketch;
  /** Requests of addresses and of tokens. */
  readonly addresses: Sketch;
  readonly tokens: Sketch;
  /** Rate-limited actions and refused tokens. */
  readonly actions: Sketch;
}

/** The core as an edge uses it, in the same thread or by messages to another one. */
export interface SharedServices extends ProcessCalls {
  /** Programs that this machine lacks, each with the consequence. */
  readonly missing: readonly MissingTool[];
  readonly counts: SharedCounts;
}

/** Everything with which one thread answers requests. */
export interface ThreadServices extends AsyncDisposable {
  handle(request: Request): Promise<Answer>;
  /** Returns the cached answer without waiting; undefined if there is none. */
  cached(request: PlainRequest): Answer | undefined;
  /** Returns the user of the request's token if the token was verified before; undefined otherwise. */
  userOf(request: PlainRequest): string | undefined;
  readonly unsent: Unsent;
  /** Makes headers of every answer, refusals included. */
  readonly cors: Cors;
  readonly admission: Admission;
  readonly metrics: Metrics;
  /** Undefined if the number of connections per address is unlimited. */
  readonly connectionLimit: ConnectionLimit | undefined;
  /** Undefined if the number of requests per caller is unlimited. */
  readonly rateLimit: RequestLimit | undefined;
  /** Refuses all further requests, except for health and readiness, with `stopping`. */
  stop(): void;
}

/** Opens the edge with a read-only connection of its own. The core may be in this thread or another one. */
export async function openThreadServices(
  config: Config,
  core: SharedServices,
  log: Logger,
  now: () => number = Date.now,
): Promise<ThreadServices> {
  await using stack = new AsyncDisposableStack();
  const { data: directory } = config;
  const catalogue = stack.use(openCatalogue(catalogueAt(config)));
  // Loads the model before the first request needs it.
  await catalogue.snapshot();
  const { reach, replaced } = core.index;
  const search = stack.use(
    openColumnarSearch({
      catalogue,
      mostEntries: config.index.searchEntries,
      views: openViews(reach, { waitSeconds: config.index.waitSeconds, replaced, onBase: () => turnToNewestBase() }),
    }),
  );
  // Loads or builds the first view before the first request, then frees the memory used for that.
  await askNothing({ catalogue, search });
  collectGarbageSoon({ shrink: true });

  /** A search holds on to its base until the next one; a search of the new base frees the old one. */
  async function turnToNewestBase(): Promise<void> {
    await askNothing({ catalogue, search });
    collectGarbageSoon();
  }

  const originals = stack.use(openOriginalsFolder({ directory: join(directory, 'originals') }));
  // A third each for pictures, for JSON results (both whatever the address), and for answers by their addresses.
  // Threads divide it among them.
  const megabytes = config.cache.megabytes / 3 / threadCount(config.threads);
  const services = {
    search,
    originals,
    placeOfOriginal,
    renditions: core.renditions,
    playback: core.playback,
    readDerived,
    playbackWaitSeconds: config.playback.waitSeconds,
    conversions: core.conversions,
    leaseDerived: openFileLeases(),
    conversionStoreBytes: config.conversion.storeMegabytes * 2 ** 20,
    conversionWaitSeconds: config.conversion.waitSeconds,
    recentPictures: openRecentPictures({ megabytes }),
    downloads: core.downloads,
    people: stack.use(openPeople({ directory })),
    peopleQueue: core.peopleQueue,
    rateLimiter: openMemoryRateLimiter(core.counts.actions),
    audit: core.audit,
    searchProviders: await loadEach(config, ({ search }) => search.provider, loadSearchProvider),
    fileNames: await loadEach(config, ({ download }) => download.fileNames, loadFileNames),
    now,
  };
  const messagesOf = loadMessages(config);
  const kept = stack.use(openMemoryResultCache({ megabytes }));
  const responses = openResponseCache({ megabytes });
  const cacheFlush = stack.use(
    openCacheFlush(`flushes of ${config.data}`, (group) => {
      kept.clear(group);
      responses.clear();
    }),
  );
  const results = openResults(kept);
  const tokens = stack.use(openTokenState([...tokenSettings(config).values()], directory));
  const dispatch = openDispatch({
    operations: OPERATION_LIST,
    catalogue,
    services,
    config,
    messagesOf,
    log,
    results,
    responses,
    cacheFlush,
    signIn: core.signIn,
    tokenState: tokens.state,
  });
  const unknownNames = openNamesUnknown(config);
  const admission = openAdmission(config.overload.milliseconds);
  const unsent = openUnsent({ megabytes: config.send.unsentMegabytes / threadCount(config.threads) });
  const metrics = openMetrics(() =>
    threadFigures({
      kept: kept.figures(),
      responses: responses.figures(),
      computed: results.computed(),
      waiting: admission.waiting(),
      refused: admission.refused(),
      unsentBytes: unsent.bytes(),
      slowCut: unsent.cut(),
    }),
  );
  const allThreads = stack.use(openAllThreads(`metrics of ${config.data}`, threadCount(config.threads), metrics.read));
  const metricsText = cachedBriefly(readMetrics, config.metrics.cacheSeconds * 1000);
  let isReady = true;
  const cors = openCors(config);
  const handle = openSite({
    dispatch: dispatch.answer,
    cors,
    icon: openIcons({ catalogue, originals, config }),
    metrics: () => (config.metrics.enabled ? metricsText() : undefined),
    pins: openPinPages({ catalogue, services, config, messagesOf, log }),
    health: async () => ({ version: PROGRAM_VERSION, ...(await ofCatalogue()), missing: core.missing }),
    isReady: () => isReady,
    log,
  });
  /**
   * Shows only the number of unknown names, because anyone may request health; the log has the names. Returns nothing
   * while the catalogue cannot be read, because the process still answers.
   */
  async function ofCatalogue(): Promise<{ readonly revision?: number; readonly namesUnknown?: number }> {
    try {
      const { revision, model } = await catalogue.snapshot();
      return { revision, namesUnknown: unknownNames(model) };
    } catch {
      return {};
    }
  }

  async function readMetrics() {
    const { revision: value } = await catalogue.snapshot();
    const revision = { name: 'abs_catalogue_revision', help: 'Changes committed so far.', value };
    // If the core is too busy to answer, its figures are left out and the others are still shown.
    const state = await core.metrics.state({ signal: AbortSignal.timeout(STATE_PATIENCE_MS) }).catch(() => undefined);
    const once = [revision, ...(state ? coreFigures(state, value) : []), ...processFigures()];
    return await exposition(await allThreads.ask(), once);
  }

  const owned = stack.move();
  return {
    handle,
    cors,
    cached: (request) => (isReady ? dispatch.cached(request) : undefined),
    userOf: dispatch.userOf,
    unsent,
    admission,
    metrics,
    connectionLimit: openConnectionLimit(config.http.perAddress, core.counts.connections),
    rateLimit: openRequestLimit(config, {
      addresses: openMemoryRateLimiter(core.counts.addresses),
      tokens: openMemoryRateLimiter(core.counts.tokens),
    }),
    stop: () => {
      isReady = false;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Timeout for the core's figures. */
const STATE_PATIENCE_MS = 2000;
