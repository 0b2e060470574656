/** Opens the cache in another process, and writes files of 256 KiB by the names that its parent sends. */
import { FileCache } from '../../../src/platform/file-cache/file-cache.ts';

const [directory = '', megabytes] = process.argv.slice(2);
const files = new FileCache({
  directory,
  megabytes: Number(megabytes),
  upkeepMilliseconds: 20,
  report: (_, cause) => {
    throw cause;
  },
});
await files.settled();
process.on('message', async (names: readonly string[]) => {
  for (const name of names) await files.writeWhole(name, Buffer.alloc(256 * 1024));
  await files.settled();
  process.send?.('done');
});
process.once('disconnect', () => files[Symbol.asyncDispose]());
process.send?.('ready');
