/**
 * Program that compiles all that the service loads, so that Node keeps it in the folder of its argument; runs none of it. Exit
 * status 1 where Node keeps compiled code elsewhere.
 */
import { flushCompileCache, getCompileCacheDir } from 'node:module';

/** The commands that serve, and the entries of all threads; with what they import. */
const LOADED = [
  ...['cli/main.ts', 'cli/serve.ts', 'cli/start.ts'],
  ...['app/http-thread.ts', 'app/index/index-thread.ts', 'app/index/index-builder-thread.ts'],
];

const [, , folder] = process.argv;
const modules = LOADED.map((file) => new URL(`../${file}`, import.meta.url).href);
// Modules are compiled before the first of them runs; when that one throws, no other one runs.
const first = 'data:text/javascript,throw null';
const lines = [first, ...modules].map((address) => `import ${JSON.stringify(address)};`);
const failure: unknown = await import(`data:text/javascript,${encodeURIComponent(lines.join(''))}`).catch(
  (thrown: unknown) => thrown,
);
flushCompileCache();
process.exitCode = failure === null && getCompileCacheDir() === folder ? 0 : 1;
