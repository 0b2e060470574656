/** Opens what each thread needs to answer requests. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import { readDiskRoom } from '../../../core/src/platform/disk-room.ts';
import { openFileLeases } from '../../../media/src/derived/file-leases.ts';
import { RecentLooks } from '../../../media/src/pictures/looks.ts';
import { StoredPictures } from '../../../media/src/pictures/stored-pictures.ts';
import { TOOLS } from '../api/mcp/tools.ts';
import type { Services } from '../api/operation.ts';
import { openBrand } from '../api/pages/brand.ts';
import { IdentityProvider } from '../auth/identity-provider.ts';
import { Sessions } from '../auth/sessions.ts';
import { signTarget } from '../auth/signed-address.ts';
import { tokenSettings, usesListedTokens } from '../auth/token-verifiers.ts';
import type { Config } from '../config/settings.ts';
import { type Bus, openMemoryBus } from '../coordination/bus.ts';
import { CONNECTIONS_OF_ADDRESS, openConnectionLimit } from '../coordination/connection-limit.ts';
import { ChangeFeed } from '../feed/change-feed.ts';
import type { PlainRequest } from '../http/answer.ts';
import { openContexts } from '../http/context.ts';
import { openCors } from '../http/cors.ts';
import { varyOf } from '../http/credentials.ts';
import { openDispatch } from '../http/dispatch.ts';
import { DOCUMENTATION, openDocumentation } from '../http/documentation.ts';
import { openFailures } from '../http/failure.ts';
import { openIcons } from '../http/icons.ts';
import { threadFigures } from '../http/metrics/figures.ts';
import { Metrics } from '../http/metrics/metrics.ts';
import { type Admission, openAdmission } from '../http/overload/admission.ts';
import { openBrowserPages } from '../http/pages/browser-page.ts';
import { openElements } from '../http/pages/elements.ts';
import { openFirstList } from '../http/pages/first-list.ts';
import { openDocuments } from '../http/pages/generated-documents.ts';
import { openNotices } from '../http/pages/notice-page.ts';
import { openUnfoldedLinks } from '../http/pages/unfolded-links.ts';
import { Readiness } from '../http/readiness.ts';
import { openRequestLimit } from '../http/request-limit.ts';
import { openCacheFlush } from '../http/response-cache/cache-flush.ts';
import { FileBuffers } from '../http/response-cache/file-buffers.ts';
import { openResponseCache } from '../http/response-cache/response-cache.ts';
import { openMemoryResultCache, type ResultCache } from '../http/response-cache/result-cache.ts';
import { Results } from '../http/response-cache/results.ts';
import { openLeadToSignIn } from '../http/sign-in/lead-to-sign-in.ts';
import { openSignInPaths } from '../http/sign-in/sign-in-paths.ts';
import { openSite } from '../http/site.ts';
import { Unsent, unsentMegabytes } from '../http/unsent.ts';
import { openPinPages } from '../pins/pages/pin-pages.ts';
import { openRequestLimiters, threadBusName } from './coordination.ts';
import { modelIfReadable, openHealth } from './health.ts';
import { conversionStoreMegabytes } from './media-limits.ts';
import { openMetricsText } from './metrics-text.ts';
import { loadMessages, loadModules } from './named-files.ts';
import type { SharedServices } from './process-calls.ts';
import { OPERATION_LIST, PATH_OPERATIONS } from './registry.ts';
import { openStorage } from './storage.ts';
import { threadCount } from './thread-count.ts';
import { openThreadSearch } from './thread-search.ts';

/**
 * With strict freshness, how long a node is ready without a confirmation by the database, in milliseconds: no request waits
 * longer for one. Each answer needs its own confirmation, so `catalogue.lagMilliseconds` doesn't matter.
 */
const STRICT_LAG_MS = 5_000;

/** Opens everything with which one thread answers requests (`openServer`), with a read-only connection of its own. */
export async function openThreadServices(
  config: Config,
  shared: SharedServices,
  log: Logger,
  now: () => number = Date.now,
) {
  await using stack = new AsyncDisposableStack();
  const threads = threadCount(config.threads);
  const storage = stack.use(await openStorage(config, (err) => log.warn({ err }, 'a store fails')));
  const { catalogue, originals } = storage;
  // Loads the model before the first request needs it.
  await catalogue.snapshot();
  const search = stack.use(await openThreadSearch(config, storage, shared.index));
  // Responses by URL get three quarters, because pictures are among them; JSON results (shared by equal requests) the rest.
  const megabytes = config.cache.megabytes / 4 / threads;
  const services = await openServices(config, { shared, storage, search, now });
  stack.use(services.storedPictures);
  const messagesOf = loadMessages(config);
  const bus = stack.use(openMemoryBus(threadBusName(config)));
  const caches = openCaches(
    stack.use(openMemoryResultCache({ megabytes })),
    openResponseCache({ megabytes: 3 * megabytes, clock: now }),
    bus,
  );
  const tokens = [...tokenSettings(config).values()].some(usesListedTokens) ? storage.tokens : undefined;
  const { freshness, lagMilliseconds } = config.catalogue;
  const maxLag = freshness === 'strict' ? STRICT_LAG_MS : lagMilliseconds;
  const readiness = new Readiness(catalogue, { maxLag, log, diskRoom: () => readDiskRoom(config.data) });
  const asApiError = stack.use(openFailures(log, { lag: catalogue.lag }));
  const { sessions, provider } = openSignInParts(config, { shared, storage, stack, now });
  const dispatch = openDispatch({
    operations: OPERATION_LIST,
    pathOperations: PATH_OPERATIONS,
    tools: TOOLS,
    catalogue,
    services,
    config,
    messagesOf,
    asApiError,
    ...caches,
    tokenGate: shared.tokenGate,
    sessions,
    // Without a list no token is ever revoked before its identity expires.
    tokenState: tokens?.state ?? (() => 0),
  });
  const admission = openAdmission(config.overload.maxWaitMilliseconds);
  const unsent = new Unsent({ megabytes: unsentMegabytes() / threads });
  const { metrics, metricsText } = openThreadMetrics(config, { shared, storage, caches, admission, unsent, bus });
  const cors = openCors(config);
  const elements = openElements();
  const contextOf = openContexts({ services, config, messagesOf });
  const notices = openNotices({ messages: messagesOf(config), brand: services.brand });
  const handle = openSite({
    dispatch: dispatch.answer,
    cors,
    notices,
    documents: openDocuments(config),
    documentation: openDocumentation(DOCUMENTATION, services.brand),
    elements: elements.answer,
    browserPages: openBrowserPages(
      ...([config, elements, openUnfoldedLinks({ catalogue, config, contextOf, asApiError }), sessions] as const),
      openFirstList(catalogue, config, dispatch.answer),
    ),
    signInPaths: openSignInPaths({
      ...{ config, catalogue, asApiError, now, audit: shared.audit, notices },
      parts: sessions && provider && { sessions, provider },
      end: shared.sessionEnds.end,
      report: reportRarely((err) => log.error({ err }, 'nobody can sign in'), 60_000),
    }),
    pageHeaders: varyOf(config),
    leadToSignIn: openLeadToSignIn(config.signIn.required ? sessions : undefined),
    icon: openIcons({ catalogue, originals, config }),
    metrics: () => (config.metrics.enabled ? metricsText() : undefined),
    pins: openPinPages({ catalogue, services, config, messagesOf, asApiError }),
    health: openHealth(config, catalogue, shared),
    readiness,
    asApiError,
  });
  const limiters = stack.use(await openRequestLimiters(config, shared.service, shared.counts, log));
  const owned = stack.move();
  return {
    handle,
    cors,
    cached: (request: PlainRequest) => (readiness.isStopping ? undefined : dispatch.cached(request)),
    userOf: dispatch.userOf,
    unsent,
    fileBuffers: new FileBuffers(threads),
    admission,
    metrics,
    connectionLimit: openConnectionLimit(CONNECTIONS_OF_ADDRESS, shared.counts.connections),
    rateLimit: openRequestLimit(config, limiters),
    /** Tells load balancers to send requests elsewhere. */
    drain: () => readiness.drain(),
    /** Refuses all further requests, except those of monitoring, with `stopping`. */
    stop: () => readiness.stop(),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Opens what signs people in; nothing if nobody can. */
function openSignInParts(
  { signIn, publicUrl }: Config,
  opened: {
    readonly shared: SharedServices;
    readonly storage: Storage;
    readonly stack: AsyncDisposableStack;
    now(): number;
  },
) {
  if (signIn.issuer === null) return {};
  const { shared, storage, stack, now } = opened;
  return {
    provider: stack.use(new IdentityProvider(signIn)),
    sessions: new Sessions({ signIn, publicUrl, service: shared.service, ended: storage.endedSessions, now }),
  };
}

type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Opens what the operations use. */
async function openServices(
  config: Config,
  opened: {
    readonly shared: SharedServices;
    readonly storage: Storage;
    readonly search: Services['search'];
    now(): number;
  },
): Promise<Services> {
  const { shared, storage, search, now } = opened;
  const { originals, pins, reviews } = storage;
  return {
    search,
    originals,
    renditions: shared.renditions,
    documents: shared.documents,
    playback: shared.playback,
    ...shared.means,
    playbackWaitSeconds: config.overload.waitSeconds / 4,
    conversions: shared.conversions,
    leaseDerived: openFileLeases(),
    conversionStoreBytes: conversionStoreMegabytes(config.render) * 2 ** 20,
    conversionWaitSeconds: config.overload.waitSeconds,
    storedPictures: new StoredPictures({ directory: join(config.data, 'renditions'), version: shared.rendererVersion }),
    looks: new RecentLooks(shared.renditions),
    downloads: shared.downloads,
    pins,
    pinQueue: shared.pinQueue,
    reviews,
    reviewQueue: shared.reviewQueue,
    rateLimiter: shared.rateLimiter,
    audit: shared.audit,
    feed: new ChangeFeed(),
    sign: openSigning(config),
    signMaxDays: config.sign.maxDays,
    signIn: { isOffered: config.signIn.issuer !== null, isRequired: config.signIn.required },
    brand: openBrand(config.branding),
    ...(await loadModules(config)),
    now,
  };
}

/** Returns the function that signs addresses with the first key; undefined without one. */
function openSigning({ sign: { keys } }: Config): Services['sign'] {
  const [first] = keys;
  return first && ((target, as) => signTarget(target, as, first));
}

/** Opens the counts of this thread, and the text of `/metrics` of all threads. */
function openThreadMetrics(
  config: Config,
  opened: {
    readonly admission: Admission;
    readonly unsent: Unsent;
    readonly shared: SharedServices;
    readonly storage: Storage;
    readonly caches: ReturnType<typeof openCaches>;
    readonly bus: Bus;
  },
) {
  const { shared, storage, caches, admission, unsent, bus } = opened;
  const { catalogue } = storage;
  const metrics = new Metrics(() =>
    threadFigures({
      ...caches.figures(),
      waiting: admission.waiting(),
      refused: admission.refused(),
      unsentBytes: unsent.bytes,
      slowDisconnected: unsent.disconnected,
      database: storage.databaseState(),
      revision: modelIfReadable(catalogue)?.revision,
      lagMilliseconds: catalogue.lag(),
      stores: storage.storeCounts,
    }),
  );
  const metricsText = openMetricsText({
    ...{ bus, threads: threadCount(config.threads) },
    state: shared.metrics.state,
    revision: () => modelIfReadable(catalogue)?.revision,
    read: () => metrics.read(),
  });
  return { metrics, metricsText };
}

/** Opens the caches of results and responses, which `flush=true` empties in all threads. */
function openCaches(memory: ResultCache, responses: ReturnType<typeof openResponseCache>, bus: Bus) {
  const results = new Results(memory);
  const flushCache = openCacheFlush(bus, (group) => {
    results.clear(group);
    responses.clear();
  });
  const figures = () => ({ results: memory.figures(), responses: responses.figures(), computed: results.computed });
  return { results, responses, flushCache, figures };
}
