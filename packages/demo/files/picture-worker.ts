import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { encodePicture } from './encode-picture.ts';
import type { PictureJob } from './picture-job.ts';

/** Drawing thread: processes one job at a time, writes its file, and replies with the problem or an empty text. */
const { directory } = workerData as { directory: string };
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (job: PictureJob) => {
  try {
    const target = join(directory, job.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await encodePicture(job));
    parentPort?.postMessage('');
  } catch (error) {
    parentPort?.postMessage(String(error));
  }
});
