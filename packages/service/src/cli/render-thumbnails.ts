import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachWithLimit } from '../../../core/src/concurrency/for-each-with-limit.ts';
import { findMediaTools } from '../../../media/src/ffmpeg/tools.ts';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { Renditions } from '../../../media/src/pictures/renditions.ts';
import { storeLackingFeatures } from '../app/lacking-features.ts';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/settings.ts';
import { openProgress } from './progress.ts';
import { pagesOfOrders, sizesOf } from './thumbnail-orders.ts';

/** Renders missing thumbnails of all assets with a file, in every size that an endpoint uses. */
export async function renderThumbnails(config: Config, signal: AbortSignal): Promise<void> {
  const { data, render } = config;
  const progress = openProgress({ stream: process.stderr, label: 'thumbnails' });
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openStorage(config, (error) => progress.warn(error.message)));
  const { catalogue, indexSource, originals, sharedFiles: shared } = storage;
  // No request waits behind another here, so there is one queue.
  const renderer = stack.use(new SharpRenderer(render, { media: await findMediaTools() }));
  for (const { tool, consequence } of renderer.missing) progress.warn(`${tool} is missing: ${consequence}`);
  let unstored = 0;
  const renditions = stack.use(
    new Renditions({
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
  const sizes = sizesOf(config);
  const total = (await indexSource.countFiles()) * sizes.length;
  let done = 0;
  let placeholders = 0;
  // One job waits per process, so that no process is ever idle.
  const atOnce = Math.min(render.queue, 2 * (render.processes || availableParallelism()));
  for await (const orders of pagesOfOrders({ catalogue, indexSource }, sizes)) {
    await forEachWithLimit(orders, { atOnce, signal }, async (order) => {
      const rendition = await renditions.get(order, { signal });
      done += 1;
      if (rendition.kind !== 'picture' || rendition.isPlaceholder) placeholders += 1;
      // Assets may be added meanwhile.
      progress.update(done, Math.max(done, total));
    });
  }
  await storeLackingFeatures({ storage, renditions, config }, { signal, atOnce });
  await shared?.settled();
  const lost = unstored === 0 ? '' : `, ${unstored} not stored because render.storeMegabytes is full`;
  progress.done(
    `thumbnails: ${done - placeholders - unstored} there, ${placeholders} of files that can't be drawn${lost}`,
  );
}
