/** A real HAProxy with the configuration of `deploy/`, apart from ports. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../../core/src/platform/find-program.ts';
import { freePort } from '../../../../core/test/support/free-port.ts';
import { A_START, until } from '../../../../core/test/support/until.ts';

const DELIVERED = new URL('../../../../../deploy/haproxy.cfg', import.meta.url);

export interface HAProxyServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

/** Why tests are skipped; false if HAProxy is installed. */
export const NO_HAPROXY: string | false = findProgram('haproxy') === undefined && 'skipped: haproxy is not here';

/**
 * Starts HAProxy in front of nodes on ports of this machine. `changes` are texts of the configuration, each with what takes
 * its place. Throws if it finds its configuration wrong.
 */
export async function startHAProxy(
  nodes: readonly number[],
  changes: readonly (readonly [delivered: string, here: string])[] = [],
): Promise<HAProxyServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'abs-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map((node, place) => `  server node${place + 1} 127.0.0.1:${node}\n`);
  const text = changes
    .reduce((all, [there, here]) => all.replace(there, () => here), readFileSync(DELIVERED, 'utf8'))
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
    .replace(/(?: {2}server node\d .*\n)+/, () => servers.join(''));
  writeFileSync(file, text);
  await promisify(execFile)('haproxy', ['-c', '-f', file]);

  async function start() {
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const url = `http://127.0.0.1:${port}/metrics`;
    // HAProxy answers this address itself, whether or not a node is up.
    const isListening = () =>
      fetch(url).then(
        ({ status }) => status === 404,
        () => false,
      );
    await until(async () => child.exitCode !== null || (await isListening()), 'haproxy does not answer', A_START);
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    return { child, ended };
  }

  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      running = await start();
    },
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
