/** The composition root: settings in, a working service out. The only file of the service that knows the adapters. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openAudit } from './adapters/audit-file.ts';
import { openFolderBinaries, placeOfOriginal } from './adapters/binaries-folder.ts';
import { openCatalogue } from './adapters/catalogue-sqlite/catalogue.ts';
import { openPeople } from './adapters/catalogue-sqlite/people.ts';
import { openCatalogueWriter } from './adapters/catalogue-sqlite/writer.ts';
import { openSharpRenderer, type SharpRenderer } from './adapters/renderer-sharp.ts';
import { openMemoryResults } from './adapters/results-memory.ts';
import { openTokenState, openTokenVerifier } from './adapters/token-verifiers.ts';
import { loadFileNames } from './api/file-names.ts';
import { OPERATIONS } from './api/registry.ts';
import { loadSearchProvider } from './api/search-provider.ts';
import { openNamesUnknown } from './checking/names-in-settings.ts';
import type { Config, EndpointSettings } from './config/settings.ts';
import { type Conversions, openConversions } from './conversions/conversions.ts';
import { openConversionPool } from './conversions/pool.ts';
import { type MessageTexts, openMessages } from './domain/messages.ts';
import { viewerFor } from './domain/permissions.ts';
import { type DownloadCounter, openDownloadCounter } from './downloads/counter.ts';
import type { MissingTool } from './find-program.ts';
import { type Admission, openAdmission } from './http/admission.ts';
import type { Answer, PlainRequest, Request } from './http/answer.ts';
import { openDispatch } from './http/dispatch.ts';
import { type CoreState, coreFigures, processFigures, threadFigures } from './http/figures.ts';
import { openFlushes } from './http/flushes.ts';
import { openIcons } from './http/icons.ts';
import { exposition, type Metrics, openMetrics } from './http/metrics.ts';
import { openPinPages } from './http/pin-pages.ts';
import { newRequestCounts, openRateLimit, type RateLimit, type RequestCountsData } from './http/rate-limit.ts';
import { openRepeatedAnswers } from './http/repeated.ts';
import { openResults } from './http/results.ts';
import { openSite } from './http/site.ts';
import { recoverMeanwhile } from './importing/recovery.ts';
import type { CatalogueAt } from './index-app.ts';
import { openLimits } from './limits/limits.ts';
import { openHeldFiles } from './making/held-files.ts';
import { readMade } from './making/made-files.ts';
import { findMediaTools } from './media/tools.ts';
import { type Desk, openDesk } from './people/desk.ts';
import { openPlayback, type Playback } from './playback/playback.ts';
import { openPlaybackPools, type PlaybackPools } from './playback/pools.ts';
import type { AuditLog } from './ports/audit-log.ts';
import type { Catalogue } from './ports/catalogue.ts';
import type { DownloadLog } from './ports/download-log.ts';
import type { Limits } from './ports/limits.ts';
import type { AssetQuery, SearchIndex } from './ports/search-index.ts';
import { PROGRAM_VERSION } from './program.ts';
import { openAnnouncer } from './purge/announcer.ts';
import { SCHEDULE } from './purge/schedule.ts';
import { tellProxy } from './purge/tell.ts';
import { openRecentPictures } from './renditions/recent-pictures.ts';
import { openRenditions, type Renditions } from './renditions/renditions.ts';
import { openColumnarSearch } from './search/columnar-search.ts';
import { openViews } from './search/views.ts';
import { openAllThreads } from './threads/all-threads.ts';
import { collectSoon } from './threads/collect.ts';
import { threadCount } from './threads/count.ts';
import { openSharedIndex, type SharedIndex } from './threads/index-threads.ts';
import { openSignIn, type SignIn } from './tokens/sign-in.ts';

/** What a process has once, however many threads answer: the writer, the search index and the render processes. */
export interface Core extends AsyncDisposable {
  readonly index: SharedIndex;
  readonly renditions: Renditions;
  /** Programs that this machine lacks, and what isn't done for it. */
  readonly missing: readonly MissingTool[];
  readonly playback: Playback;
  readonly conversions: Conversions;
  readonly downloads: DownloadCounter;
  readonly desk: Desk;
  readonly limits: Limits;
  readonly signIn: SignIn;
  readonly audit: AuditLog;
  /** Where all threads count requests. */
  readonly requestCounts: RequestCountsData;
  /** What operators watch of it. */
  state(options: { signal: AbortSignal }): Promise<CoreState>;
}

/** Opens the data folder for serving; makes it where it doesn't exist, and has cleared away what a killed import left. */
export async function openCore(config: Config, log: Logger, now: () => number = Date.now): Promise<Core> {
  await using stack = new AsyncDisposableStack();
  const writer = stack.use(openCatalogueWriter({ directory: config.data }));
  const binaries = stack.use(openFolderBinaries({ directory: join(config.data, 'originals') }));
  stack.use(
    recoverMeanwhile(config.data, { writer, binaries }, (trouble) =>
      log.error({ err: trouble }, 'what a killed import left can not be cleared away'),
    ),
  );
  const media = await findMediaTools();
  const renderer = stack.use(openSharpRenderer(config.render, { media }));
  const { missing } = renderer;
  for (const { tool, consequence } of missing) log.warn(`${tool} is missing: ${consequence}`);
  const renditions = stack.use(
    openRenditions({
      directory: join(config.data, 'renditions'),
      renderer,
      storeMegabytes: config.render.storeMegabytes,
      waitSeconds: config.render.waitSeconds,
      report: (trouble) => log.warn({ err: trouble }, 'renditions'),
    }),
  );
  const pools = stack.use(openPlaybackPools(config, media));
  const playback = stack.use(
    openPlayback({
      ...pools,
      directory: join(config.data, 'playback'),
      storeMegabytes: config.playback.storeMegabytes,
      tools: media?.version,
      report: (trouble) => log.warn({ err: trouble }, 'playback'),
    }),
  );
  const conversionPool = stack.use(openConversionPool(config.conversion, media));
  const conversions = stack.use(
    openConversions({
      directory: join(config.data, 'conversions'),
      storeMegabytes: config.conversion.storeMegabytes,
      pictures: conversionPool,
      films: media && pools,
      renditions,
      report: (trouble) => log.warn({ err: trouble }, 'conversions'),
    }),
  );
  const downloads = stack.use(
    openDownloadCounter({ writer, report: (trouble) => log.error({ err: trouble }, 'downloads are not counted') }),
  );
  const audit = stack.use(openAudit(config, (trouble) => log.error({ err: trouble }, 'the audit log is not written')));
  const signIn = stack.use(
    await openSignIn({
      settings: tokenSettings(config),
      open: (settings) =>
        openTokenVerifier(settings, {
          directory: config.data,
          report: (trouble) => log.warn({ err: trouble }, 'tokens'),
          now,
        }),
      audit,
      report: (trouble) => log.error({ err: trouble }, 'tokens can not be verified'),
      now,
    }),
  );
  const index = stack.use(openSharedIndex(catalogueAt(config)));
  if (config.purge.proxies.length > 0) stack.use(followForProxies(config, log));
  const owned = stack.move();
  return {
    index,
    renditions,
    playback,
    conversions,
    downloads,
    desk: openDesk(writer),
    limits: openLimits(),
    signIn,
    audit,
    missing,
    requestCounts: newRequestCounts(),
    state: async (options) => ({
      lines: { ...pictureLines(renderer.states()), ...playbackLines(pools), conversions: conversionPool.state() },
      index: await index.state(options),
    }),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Keeps the caches in front from giving what is old. */
function followForProxies(config: Config, log: Logger): AsyncDisposable {
  const stack = new AsyncDisposableStack();
  const catalogue = stack.use(openCatalogue(catalogueAt(config)));
  stack.use(
    openAnnouncer({
      proxies: config.purge.proxies,
      schedule: SCHEDULE,
      revision: catalogue.revision,
      send: (announcement, signal) => tellProxy(announcement, config.purge.method, signal),
      report: ({ error, ...where }) => log.warn({ err: error, ...where }, 'a proxy was not told of a change'),
    }),
  );
  return stack;
}

/** What one thread answers requests with. */
export interface Edge extends AsyncDisposable {
  handle(request: Request): Promise<Answer>;
  /** The answer to a request where it is known already, without waiting; undefined otherwise. */
  known(request: PlainRequest): Answer | undefined;
  readonly admission: Admission;
  readonly metrics: Metrics;
  /** Undefined where callers may ask as often as they like. */
  readonly rateLimit: RateLimit | undefined;
  /** From now on new requests are told to come back. */
  stop(): void;
}

/** Opens the reading side over an open core, in this thread or another one. */
export async function openEdge(
  config: Config,
  core: {
    readonly index: Pick<SharedIndex, 'reach' | 'replaced'>;
    readonly renditions: Pick<Renditions, 'get' | 'pdf'>;
    readonly missing: readonly MissingTool[];
    readonly playback: Pick<Playback, 'get'>;
    readonly conversions: Pick<Conversions, 'get'>;
    readonly downloads: DownloadLog;
    readonly desk: Desk;
    readonly limits: Limits;
    readonly signIn: SignIn;
    readonly audit: AuditLog;
    readonly requestCounts: RequestCountsData;
    readonly state: Core['state'];
  },
  log: Logger,
  now: () => number = Date.now,
): Promise<Edge> {
  await using stack = new AsyncDisposableStack();
  const { data: directory } = config;
  const catalogue = stack.use(openCatalogue(catalogueAt(config)));
  // Read before the first request asks for it.
  catalogue.model();
  const { reach, replaced } = core.index;
  const search = stack.use(
    openColumnarSearch({
      catalogue,
      views: openViews(reach, { waitSeconds: config.index.waitSeconds, replaced, onBase: () => turnToNewestBase() }),
    }),
  );
  // The first view is loaded or built before anybody asks; what that took is free again.
  await askNothing({ catalogue, search });
  collectSoon();

  /** What a search keeps of a base, it keeps until the next question. */
  async function turnToNewestBase(): Promise<void> {
    await askNothing({ catalogue, search });
    collectSoon();
  }

  const binaries = stack.use(openFolderBinaries({ directory: join(directory, 'originals') }));
  // Thirds: pictures, whatever the address; JSON results, whatever the address; answers by their addresses. Threads share them out.
  const megabytes = config.cache.megabytes / 3 / threadCount(config.threads);
  const services = {
    catalogue,
    search,
    binaries,
    placeOfOriginal,
    renditions: core.renditions,
    playback: core.playback,
    readMade,
    playbackWaitSeconds: config.playback.waitSeconds,
    conversions: core.conversions,
    holdMade: openHeldFiles(),
    conversionStoreBytes: config.conversion.storeMegabytes * 2 ** 20,
    conversionWaitSeconds: config.conversion.waitSeconds,
    recentPictures: openRecentPictures({ megabytes }),
    downloads: core.downloads,
    people: stack.use(openPeople({ directory })),
    desk: core.desk,
    limits: core.limits,
    audit: core.audit,
    searchProviders: await loadEach(config, ({ search }) => search.provider, loadSearchProvider),
    fileNames: await loadEach(config, ({ download }) => download.fileNames, loadFileNames),
    now,
  };
  const messages = openMessages(config.messages.map(readMessages));
  const kept = stack.use(openMemoryResults({ megabytes }));
  const repeated = openRepeatedAnswers({ megabytes });
  const flushes = stack.use(
    openFlushes(`flushes of ${config.data}`, (group) => {
      kept.clear(group);
      repeated.clear();
    }),
  );
  const results = openResults(kept);
  const tokens = stack.use(openTokenState([...tokenSettings(config).values()], directory));
  const dispatch = openDispatch({
    operations: OPERATIONS,
    services,
    config,
    messages,
    log,
    results,
    repeated,
    flushes,
    signIn: core.signIn,
    tokenState: tokens.state,
  });
  const unknownNames = openNamesUnknown(config);
  const admission = openAdmission(config.overload.milliseconds);
  const metrics = openMetrics(() =>
    threadFigures({
      kept: kept.figures(),
      repeated: repeated.figures(),
      computed: results.computed(),
      refused: admission.refused(),
    }),
  );
  const allThreads = stack.use(openAllThreads(`metrics of ${config.data}`, threadCount(config.threads), metrics.read));
  let isReady = true;
  const handle = openSite({
    dispatch: dispatch.answer,
    cors: config.cors,
    icon: openIcons({ catalogue, binaries }),
    metrics: () => (config.metrics.enabled ? tellMetrics() : undefined),
    pins: openPinPages({ services, config, messages, log }),
    health: () => ({
      version: PROGRAM_VERSION,
      revision: catalogue.revision(),
      missing: core.missing,
      settings: unknownNames(catalogue.model()),
    }),
    isReady: () => isReady,
    log,
  });
  async function tellMetrics() {
    const value = catalogue.revision();
    const revision = { name: 'abs_catalogue_revision', help: 'Changes committed so far.', value };
    // A core that is too busy to tell is left out; the others are told all the same.
    const state = await core.state({ signal: AbortSignal.timeout(STATE_PATIENCE_MS) }).catch(() => undefined);
    const once = [revision, ...(state ? coreFigures(state, value) : []), ...processFigures()];
    return await exposition(await allThreads.ask(), once);
  }

  const owned = stack.move();
  return {
    handle,
    known: (request) => (isReady ? dispatch.known(request) : undefined),
    admission,
    metrics,
    rateLimit: openRateLimit(config.rateLimit, core.requestCounts, now),
    stop: () => {
      isReady = false;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Longest wait for what the core tells of itself. */
const STATE_PATIENCE_MS = 2000;

/** Lines by the names under which operators see them. */
function pictureLines({ quick, slow }: ReturnType<SharpRenderer['states']>): CoreState['lines'] {
  return { pictures: quick, ...(slow ? { 'slow pictures': slow } : {}) };
}

function playbackLines({ looking, drawing, making }: PlaybackPools): CoreState['lines'] {
  return { 'looks into films': looking.state(), 'player pictures': drawing.state(), films: making.state() };
}

/** A question that finds nothing, and has the newest view opened. */
async function askNothing({
  catalogue,
  search,
}: {
  readonly catalogue: Catalogue;
  readonly search: SearchIndex;
}): Promise<void> {
  const model = catalogue.model();
  const query: AssetQuery = {
    all: [{ kind: 'ids', ids: [] }],
    sort: [],
    locale: model.defaultLanguage,
    offset: 0,
    count: 0,
    viewer: viewerFor(model, { id: undefined, groups: [] }),
  };
  await search.find(query, { signal: new AbortController().signal });
}

/** The modules that any endpoint names in a setting, by their paths. */
async function loadEach<Module>(
  config: Config,
  setting: (settings: EndpointSettings) => string | null,
  load: (path: string) => Promise<Module>,
): Promise<ReadonlyMap<string, Module>> {
  const modules = new Map<string, Module>();
  for (const path of new Set([config, ...config.endpoints.values()].map(setting))) {
    if (path !== null) modules.set(path, await load(path));
  }
  return modules;
}

/** Of each base address, by its name. */
function tokenSettings({ token, endpoints }: Config): ReadonlyMap<string, Config['token']> {
  return new Map([['', token], ...[...endpoints].map(([name, own]) => [name, own.token] as const)]);
}

function catalogueAt({ data, defaultLanguage }: Config): CatalogueAt {
  return { directory: data, ...(defaultLanguage === null ? {} : { defaultLanguage }) };
}

/** A message file: an object language -> key -> text. */
function readMessages(path: string): MessageTexts {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const isObject = (each: unknown): each is Record<string, unknown> => typeof each === 'object' && each !== null;
  const isTexts = (each: unknown) => isObject(each) && Object.values(each).every((text) => typeof text === 'string');
  if (!isObject(value) || !Object.values(value).every(isTexts)) {
    throw new Error(`${path}: a message file is an object of languages, each an object of texts by key`);
  }
  return value as MessageTexts;
}
