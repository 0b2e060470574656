import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../app/storage.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { forEachWithLimit } from '../concurrency/for-each-with-limit.ts';
import type { Config } from '../config/settings.ts';
import { findMediaTools } from '../media/ffmpeg/tools.ts';
import { neighboursOf } from '../media/pictures/neighbours.ts';
import { planRendition } from '../media/pictures/plan.ts';
import { openSharpRenderer } from '../media/pictures/renderer-sharp.ts';
import { openRenditions, type RenditionOrder } from '../media/pictures/renditions.ts';
import { openProgress } from './progress.ts';

/** Renders missing thumbnails of all assets with a file, in every size that an endpoint uses. */
export async function renderThumbnails(config: Config, signal: AbortSignal): Promise<void> {
  const { data, render } = config;
  const progress = openProgress({ stream: process.stderr, label: 'thumbnails' });
  await using stack = new AsyncDisposableStack();
  const {
    catalogue,
    originals,
    sharedFiles: shared,
  } = stack.use(await openStorage(config, (error) => progress.warn(error.message)));
  // No request waits behind another here, so quick renderings need no shorter limit.
  const limits = { ...render, quickSeconds: render.seconds };
  const renderer = stack.use(openSharpRenderer(limits, { media: await findMediaTools() }));
  for (const { tool, consequence } of renderer.missing) progress.warn(`${tool} is missing: ${consequence}`);
  let unstored = 0;
  const renditions = stack.use(
    openRenditions({
      directory: join(data, 'renditions'),
      renderer,
      originals,
      shared,
      storeMegabytes: render.storeMegabytes,
      report: (trouble) => progress.warn(trouble.message),
      reportNoRoom: () => {
        unstored += 1;
      },
    }),
  );
  const orders = await ordersOf(config, catalogue);
  let done = 0;
  let placeholders = 0;
  // One job waits per process, so that no process is ever idle.
  const atOnce = Math.min(render.queue, 2 * (render.processes || availableParallelism()));
  await forEachWithLimit(orders, { atOnce, signal }, async (order) => {
    const rendition = await renditions.get(order, { signal });
    done += 1;
    if (rendition.kind !== 'picture' || rendition.isPlaceholder) placeholders += 1;
    progress.update(done, orders.length);
  });
  await shared?.settled();
  const lost = unstored === 0 ? '' : `, ${unstored} not stored because render.storeMegabytes is full`;
  progress.done(
    `thumbnails: ${done - placeholders - unstored} there, ${placeholders} of files that can't be drawn${lost}`,
  );
}

async function ordersOf(config: Config, catalogue: Catalogue): Promise<readonly RenditionOrder[]> {
  const sizes = new Map([config, ...config.endpoints.values()].map((settings) => [settings.thumb.size, settings]));
  const orders: RenditionOrder[] = [];
  const snapshot = await catalogue.snapshot();
  await using records = await catalogue.openRecords();
  for await (const assets of records.assets()) {
    for (const { id, active } of assets) {
      const { file, properties } = active;
      if (!file) continue;
      const beside = await neighboursOf({ id, properties }, snapshot, () => true);
      for (const settings of sizes.values()) {
        orders.push({
          plan: planRendition({ kind: 'thumb', big: false, page: 0 }, settings),
          source: { sha256: file.sha256, properties, ...(beside ? { beside } : {}) },
          category: properties.category,
        });
      }
    }
  }
  return orders;
}
