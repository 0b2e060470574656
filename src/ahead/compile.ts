/**
 * Program that compiles all modules of the service, so that Node keeps them in the folder of its argument; runs none of them.
 * Exit status 1 where Node keeps compiled code elsewhere.
 */
import { globSync } from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';

const [, , folder] = process.argv;
const sources = new URL('../', import.meta.url);
const modules = globSync('**/*.ts', { cwd: fileURLToPath(sources) }).map((file) => new URL(file, sources).href);
// Modules are compiled before the first of them runs; when that one throws, no other one runs.
const first = 'data:text/javascript,throw null';
const lines = [first, ...modules].map((address) => `import ${JSON.stringify(address)};`);
const failure: unknown = await import(`data:text/javascript,${encodeURIComponent(lines.join(''))}`).catch(
  (thrown: unknown) => thrown,
);
flushCompileCache();
process.exitCode = failure === null && getCompileCacheDir() === folder ? 0 : 1;
