/** Entry point of `abs`: enables Node's compile cache, for faster starts, and runs the command. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A launcher that is killed can't forward a signal, so losing its channel counts as SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

// Not every user of the machine may read a catalogue. A stricter umask of the operator stays in force.
process.umask(process.umask() | 0o027);

// The threads read the folder from the environment.
process.env['NODE_COMPILE_CACHE'] ||= fileURLToPath(
  new URL(
    `${import.meta.url.endsWith('.ts') ? '' : '../../'}../../../../node_modules/.cache/compiled`,
    import.meta.url,
  ),
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

await import('./main.ts');
