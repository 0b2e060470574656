/**
 * Program that compiles all modules of the service without running them, so that Node stores them in the folder given
 * as its argument. Exits with status 1 if Node's compile cache is elsewhere.
 */
import { flushCompileCache, getCompileCacheDir } from 'node:module';

/** The commands that serve and the entries of all threads. Their imports are compiled with them. */
const LOADED = [
  ...['cli/main.ts', 'cli/serve.ts', 'cli/start.ts'],
  ...['app/http-thread.ts', 'app/index/index-thread.ts', 'app/index/index-builder-thread.ts'],
];

const [, , folder] = process.argv;
const modules = LOADED.map((file) => new URL(`../${file}`, import.meta.url).href);
// All modules are compiled before the first one runs. The first one throws, so no other runs.
const first = 'data:text/javascript,throw null';
const lines = [first, ...modules].map((address) => `import ${JSON.stringify(address)};`);
const failure: unknown = await import(`data:text/javascript,${encodeURIComponent(lines.join(''))}`).catch(
  (thrown: unknown) => thrown,
);
flushCompileCache();
process.exitCode = failure === null && getCompileCacheDir() === folder ? 0 : 1;
