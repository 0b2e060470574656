/** Servers under load, each started on its core and answering before it is returned. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../core/test/support/free-port.ts';
import { pinned } from './load.ts';

const MAIN = fileURLToPath(new URL('../../dist/service/src/cli/entry.js', import.meta.url));
const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url));

export interface Running extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** The service over a data folder. */
export async function startService(
  data: string,
  { threads, core, settings = {} }: { threads: number; core?: number; settings?: Readonly<Record<string, string>> },
): Promise<Running> {
  const port = await freePort();
  const args = [MAIN, 'serve', '--data', data, '--port', String(port)];
  return await start(pinned(core, process.execPath, args), port, '/ready', {
    ABS_THREADS: String(threads),
    ...settings,
  });
}

export async function startBare(file: string, { threads, core }: { threads: number; core?: number }): Promise<Running> {
  const port = await freePort();
  return await start(pinned(core, process.execPath, [BARE, String(port), String(threads), file]), port, '/');
}

/** Varnish in front of another server, with its cache in memory. */
export async function startVarnish(folder: string, behind: string, { core }: { core?: number }): Promise<Running> {
  const port = await freePort();
  const vcl = join(folder, 'varnish.vcl');
  const { port: origin } = new URL(behind);
  writeFileSync(vcl, `vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "${origin}"; }\n`);
  const args = ['-F', '-a', `127.0.0.1:${port}`, '-f', vcl, '-s', 'malloc,256m', '-n', join(folder, 'varnish')];
  return await start(pinned(core, 'varnishd', args), port, '/');
}

/** Resolves when it answers at `path`. */
export async function start(
  [program, args]: readonly [string, readonly string[]],
  port: number,
  path: string,
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<Running> {
  const child = spawn(program, args, { stdio: 'ignore', cwd, env: { ...process.env, ...env } });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (tries > 600 || child.exitCode !== null) throw new Error(`${program} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
