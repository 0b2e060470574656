/** The composition root: settings in, a working service out. The only file of the service that knows the adapters. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openFolderBinaries, placeOfOriginal } from './adapters/binaries-folder.ts';
import { openCatalogue } from './adapters/catalogue-sqlite/catalogue.ts';
import { openCatalogueWriter } from './adapters/catalogue-sqlite/writer.ts';
import { openSharpRenderer } from './adapters/renderer-sharp.ts';
import { loadFileNames } from './api/file-names.ts';
import { OPERATIONS } from './api/registry.ts';
import { loadSearchProvider } from './api/search-provider.ts';
import type { Config, EndpointSettings } from './config/settings.ts';
import { type Conversions, openConversions } from './conversions/conversions.ts';
import { openConversionPool } from './conversions/pool.ts';
import { type MessageTexts, openMessages } from './domain/messages.ts';
import { viewerFor } from './domain/permissions.ts';
import { type DownloadCounter, openDownloadCounter } from './downloads/counter.ts';
import type { MissingTool } from './find-program.ts';
import type { Answer, PlainRequest, Request } from './http/answer.ts';
import { openDispatch } from './http/dispatch.ts';
import { openIcons } from './http/icons.ts';
import { openSite } from './http/site.ts';
import { tryLockImports } from './importing/import-lock.ts';
import { recoverJournals } from './importing/journal.ts';
import type { CatalogueAt } from './index-app.ts';
import { readMade } from './making/made-files.ts';
import { findMediaTools } from './media/tools.ts';
import { openPlayback, type Playback } from './playback/playback.ts';
import { openPlaybackPools } from './playback/pools.ts';
import type { Catalogue } from './ports/catalogue.ts';
import type { DownloadLog } from './ports/download-log.ts';
import type { AssetQuery, SearchIndex } from './ports/search-index.ts';
import { PROGRAM_VERSION } from './program.ts';
import { openRecentPictures } from './renditions/recent-pictures.ts';
import { openRenditions, type Renditions } from './renditions/renditions.ts';
import { openColumnarSearch } from './search/columnar-search.ts';
import { openViews } from './search/views.ts';
import { collectSoon } from './threads/collect.ts';
import { openSharedIndex, type SharedIndex } from './threads/index-threads.ts';

/** What a process has once, however many threads answer: the writer, the search index and the render processes. */
export interface Core extends AsyncDisposable {
  readonly index: SharedIndex;
  readonly renditions: Renditions;
  /** Programs that this machine lacks, and what isn't done for it. */
  readonly missing: readonly MissingTool[];
  readonly playback: Playback;
  readonly conversions: Conversions;
  readonly downloads: DownloadCounter;
}

/** Opens the data folder for serving; makes it where it doesn't exist, and clears away what a killed import left. */
export async function openCore(config: Config, log: Logger): Promise<Core> {
  await using stack = new AsyncDisposableStack();
  const writer = stack.use(openCatalogueWriter({ directory: config.data }));
  const binaries = stack.use(openFolderBinaries({ directory: join(config.data, 'originals') }));
  {
    // An import that runs has cleared away what others left before it began.
    using lock = tryLockImports(config.data);
    if (lock) await recoverJournals(join(config.data, 'journals'), { writer, binaries });
  }
  const media = await findMediaTools();
  const renderer = stack.use(openSharpRenderer(config.render, { media }));
  const { missing } = renderer;
  for (const { tool, consequence } of missing) log.warn(`${tool} is missing: ${consequence}`);
  const renditions = stack.use(
    openRenditions({
      directory: join(config.data, 'renditions'),
      renderer,
      storeMegabytes: config.render.storeMegabytes,
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
  const conversions = stack.use(
    openConversions({
      directory: join(config.data, 'conversions'),
      storeMegabytes: config.conversion.storeMegabytes,
      pictures: stack.use(openConversionPool(config.conversion, media)),
      films: media && pools,
      renditions,
      report: (trouble) => log.warn({ err: trouble }, 'conversions'),
    }),
  );
  const downloads = stack.use(
    openDownloadCounter({ writer, report: (trouble) => log.error({ err: trouble }, 'downloads are not counted') }),
  );
  const index = stack.use(openSharedIndex(catalogueAt(config)));
  const owned = stack.move();
  return {
    index,
    renditions,
    playback,
    conversions,
    downloads,
    missing,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** What one thread answers requests with. */
export interface Edge extends AsyncDisposable {
  handle(request: Request): Promise<Answer>;
  /** The answer to a request where it is known already, without waiting; undefined otherwise. */
  known(request: PlainRequest): Answer | undefined;
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
    openColumnarSearch({ catalogue, views: openViews(reach, { replaced, onBase: () => turnToNewestBase() }) }),
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
  // One half for pictures, whatever the address, and one for answers by their addresses; threads share both out.
  const megabytes = config.cache.megabytes / 2 / (config.threads || availableParallelism());
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
    conversionWaitSeconds: config.conversion.waitSeconds,
    recentPictures: openRecentPictures({ megabytes }),
    downloads: core.downloads,
    searchProviders: await loadEach(config, ({ search }) => search.provider, loadSearchProvider),
    fileNames: await loadEach(config, ({ download }) => download.fileNames, loadFileNames),
    now,
  };
  const messages = openMessages(config.messages.map(readMessages));
  const dispatch = openDispatch({ operations: OPERATIONS, services, config, messages, log, megabytes });
  let isReady = true;
  const handle = openSite({
    dispatch: dispatch.answer,
    icon: openIcons({ catalogue, binaries }),
    health: () => ({ version: PROGRAM_VERSION, revision: catalogue.revision(), missing: core.missing }),
    isReady: () => isReady,
  });
  const owned = stack.move();
  return {
    handle,
    known: (request) => (isReady ? dispatch.known(request) : undefined),
    stop: () => {
      isReady = false;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
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
