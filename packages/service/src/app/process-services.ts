/** Opens what exists once per process, from the settings. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { readDiskRoom } from '../../../core/src/platform/disk-room.ts';
import { Conversions, openConversionPool } from '../../../media/src/conversions/conversions.ts';
import { findMediaTools } from '../../../media/src/ffmpeg/tools.ts';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { Renditions } from '../../../media/src/pictures/renditions.ts';
import { Playback } from '../../../media/src/playback/playback.ts';
import { openPlaybackPools } from '../../../media/src/playback/pools.ts';
import { findTesseract, missingForOcr, usableLanguages } from '../../../media/src/texts/tesseract.ts';
import { openAudit } from '../auth/audit-file.ts';
import { openTokenGate } from '../auth/token-gate.ts';
import { openTokenVerifier, tokenSettings } from '../auth/token-verifiers.ts';
import type { Config } from '../config/settings.ts';
import { newConnectionCounts } from '../coordination/connection-limit.ts';
import { newRateCounts } from '../coordination/memory-rate-limiter.ts';
import { openDownloadCounter } from '../downloads/counter.ts';
import { openCachePurge, SCHEDULE, sendPurge } from '../http/cache-purge.ts';
import type { ProcessState } from '../http/metrics/figures.ts';
import { openPinQueue } from '../pins/pin-queue.ts';
import { openReviewQueue } from '../reviews/review-queue.ts';
import { cleanUpInBackground } from '../transfer/remove-unused-originals.ts';
import { openClockWatch } from './clock-watch.ts';
import { openCoordination } from './coordination.ts';
import { openSharedIndex, type SharedIndex } from './index/index-threads.ts';
import { keepFeatures } from './lacking-features.ts';
import { conversionStoreMegabytes, mediaLimits, shortWaitSeconds } from './media-limits.ts';
import { outdatedTags } from './outdated-tags.ts';
import type { SharedServices } from './process-calls.ts';
import { openStorage, type Storage, storageSettings } from './storage.ts';
import { startWebhooks } from './webhooks.ts';

/** What exists once per process, however many threads answer: the writer, the search index and the render processes. */
export interface ProcessServices extends SharedServices, AsyncDisposable {
  readonly index: SharedIndex;
  /** Starts a process that draws, so that the first picture need not wait for it. */
  startRendering(): void;
}

/** Opens the data folder for serving, creates it if necessary, and starts the cleanup after a killed import. */
export async function openProcessServices(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
): Promise<ProcessServices> {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openStorage(config, (err) => log.warn({ err }, 'a store fails')));
  const { writer, originals } = storage;
  const service = await storage.identity();
  const clocks = stack.use(openClockWatch(storage.clocks, log));
  stack.use(
    cleanUpInBackground(storage.imports, { writer, originals }, (error) =>
      log.error({ err: error }, 'cleanup after a killed import failed'),
    ),
  );
  const { rateLimiter, state } = stack.use(await openCoordination(config, service, log));
  const { states, missing, ...media } = await openMedia(config, { log, storage, stack });
  stack.use(
    keepFeatures({ storage, config, renditions: media.renditions }, (error) =>
      log.warn({ err: error }, 'pictures could not be compared'),
    ),
  );
  const downloads = stack.use(
    openDownloadCounter({ writer, report: (error) => log.error({ err: error }, 'downloads are not counted') }),
  );
  const counts = {
    connections: newConnectionCounts(),
    addresses: newRateCounts(),
    tokens: newRateCounts(),
  };
  const audit = stack.use(openAudit(config, (error) => log.error({ err: error }, 'the audit log is not written')));
  const tokenGate = stack.use(
    await openTokenGate({
      settings: tokenSettings(config),
      open: (settings) =>
        openTokenVerifier(settings, {
          listedTokens: () => storage.tokens,
          report: (error) => log.warn({ err: error }, 'tokens'),
          now,
        }),
      audit,
      limiter: rateLimiter,
      report: (error) => log.error({ err: error }, 'tokens cannot be verified'),
      now,
    }),
  );
  const index = stack.use(openSharedIndex(storageSettings(config), config.timeZone));
  if (config.purge.proxies.length > 0) stack.use(startCachePurge(config, storage, log));
  if (config.webhooks.length > 0) stack.use(startWebhooks(config, storage, { log, now }));
  const owned = stack.move();
  return {
    ...media,
    index,
    downloads,
    pinQueue: openPinQueue(writer),
    reviewQueue: openReviewQueue(writer),
    tokenGate,
    sessionEnds: { end: writer.endSessions },
    rateLimiter,
    audit,
    missing,
    service,
    counts,
    metrics: {
      state: async (options) => {
        const { view, stores } = await index.state(options);
        return {
          queues: states(),
          index: view,
          coordination: state(),
          clocks: clocks.seconds(),
          disk: await readDiskRoom(config.data),
          stores: [storage.storeCounts, stores],
        };
      },
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Opens what makes pictures, films and converted files, with their child processes. `stack` closes it. */
async function openMedia(
  config: Config,
  {
    log,
    storage: { originals, sharedFiles: shared },
    stack,
  }: {
    log: Logger;
    storage: Pick<Storage, 'originals' | 'sharedFiles'>;
    stack: AsyncDisposableStack;
  },
) {
  const tools = await findMediaTools();
  const limits = mediaLimits(config);
  const renderer = stack.use(new SharpRenderer(limits.pictures, { media: tools, documents: limits.conversions }));
  const missing = [...renderer.missing, ...(config.text.ocr ? missingForOcr() : [])];
  for (const { tool, consequence } of missing) log.warn(`${tool} is missing: ${consequence}`);
  const renditions = stack.use(
    new Renditions({
      directory: join(config.data, 'renditions'),
      renderer,
      originals,
      shared,
      recogniser: await openRecogniser(config),
      storeMegabytes: config.render.storeMegabytes,
      waitSeconds: shortWaitSeconds(config.overload),
      report: (error) => log.warn({ err: error }, 'renditions'),
    }),
  );
  const films = stack.use(openPlaybackPools({ playback: limits.films, render: limits.pictures }, tools));
  const playback = stack.use(
    new Playback({
      ...films,
      directory: join(config.data, 'playback'),
      storeMegabytes: conversionStoreMegabytes(config.render),
      originals,
      shared,
      tools: tools?.version,
      report: (error) => log.warn({ err: error }, 'playback'),
    }),
  );
  const pictures = stack.use(openConversionPool(limits.conversions, tools));
  const conversions = stack.use(
    new Conversions({
      directory: join(config.data, 'conversions'),
      storeMegabytes: conversionStoreMegabytes(config.render),
      originals,
      shared,
      pictures,
      films: tools && films,
      renditions,
      report: (error) => log.warn({ err: error }, 'conversions'),
    }),
  );
  /** Returns the states of all queues by the names that metrics show. */
  const states = (): ProcessState['queues'] => {
    const { quick, slow, documents } = renderer.states();
    return {
      pictures: quick,
      ...(slow ? { 'slow pictures': slow } : {}),
      documents,
      'looks into films': films.probing.state(),
      'player pictures': films.drawing.state(),
      films: films.converting.state(),
      conversions: pictures.state(),
    };
  };
  return {
    renditions,
    documents: renditions.documents,
    rendererVersion: renderer.version,
    means: renderer.means,
    playback,
    conversions,
    missing,
    states,
    startRendering: () => renderer.startAhead(),
  };
}

/**
 * Follows the catalogue and purges the caches in front after every change, so that they don't serve outdated answers.
 */
function startCachePurge(config: Config, storage: Storage, log: Logger): AsyncDisposable {
  const { url, freshness, lagMilliseconds } = config.catalogue;
  return openCachePurge({
    proxies: config.purge.proxies,
    schedule: SCHEDULE,
    // A snapshot would load the model, which this thread doesn't need.
    revision: async () => (await storage.indexSource.lastCommit()).revision,
    ...(config.purge.tags === 'none' ? {} : { tagsBetween: (between) => outdatedTags(storage.catalogue, between) }),
    outdatedMilliseconds: url !== null && freshness === 'bounded' ? lagMilliseconds : 0,
    send: sendPurge,
    report: ({ error, ...where }) => log.warn({ err: error, ...where }, 'a proxy was not purged after a change'),
  });
}

/** Returns what recognises words on pages, if `text.ocr` says so. */
async function openRecogniser({ text }: Config): Promise<ConstructorParameters<typeof Renditions>[0]['recogniser']> {
  const tesseract = text.ocr ? await findTesseract() : undefined;
  if (!tesseract) return undefined;
  return (ofCatalogue) => {
    const { languages } = usableLanguages(text.ocrLanguages ?? ofCatalogue, tesseract);
    return languages.length === 0 ? undefined : { program: tesseract.path, languages };
  };
}
