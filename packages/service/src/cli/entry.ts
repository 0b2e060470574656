/**
 * Entry of `abs`: lets Node keep what it compiles, and runs the command. It is short, as all is that it loads before the service
 * is compiled, for a thread that strips the types of longer modules is slow with typed arrays from then on.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A launcher that was killed could pass nothing on: what it started ends as if it had been asked to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

// Catalogues hold what not every user of the machine may read; an operator may be stricter still.
process.umask(process.umask() | 0o027);

// In the environment, for the threads.
process.env['NODE_COMPILE_CACHE'] ||= fileURLToPath(
  new URL('../../../../node_modules/.cache/compiled', import.meta.url),
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

const [command = '', ...rest] = process.argv.slice(2);
if (['serve', 'start'].includes(command) && !rest.includes('--help')) {
  const { compileAhead } = await import('./ahead.ts');
  compileAhead();
}
await import('./main.ts');
