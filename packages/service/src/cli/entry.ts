/** Entry point of `abs`: enables Node's compile cache, for faster starts, and runs the command. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// A launcher that is killed can't forward a signal, so losing its channel counts as SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

// Not every user of the machine may read a catalogue. A stricter umask of the operator stays in force.
process.umask(process.umask() | 0o027);

// A limit for new objects that Node was started with is for this thread (docs/operate/sizing.md). V8 reads the flag again for each
// thread, where it would replace the limit that the thread is given.
setFlagsFromString('--max-semi-space-size=0');

// The threads read the folder from the environment.
process.env['NODE_COMPILE_CACHE'] ||= fileURLToPath(
  new URL(
    `${import.meta.url.endsWith('.ts') ? '' : '../../'}../../../../node_modules/.cache/compiled`,
    import.meta.url,
  ),
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

await import('./main.ts');
