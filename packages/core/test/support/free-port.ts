import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A file for each port in use, with the process that uses it. */
const CLAIMS = join(tmpdir(), `abs-test-ports-${userInfo().uid}`);

/** The files of this process. */
const claimed = new Set<string>();

/** A free port that neither the system, which may do so above 32,767, nor a test gives until this process ends. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (!claim(port)) continue;
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Claims a port for this process. Returns false if another one has it. */
function claim(port: number): boolean {
  mkdirSync(CLAIMS, { recursive: true });
  const path = join(CLAIMS, String(port));
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isAlive(path)) rmSync(path, { force: true });
    return false;
  }
  if (claimed.size === 0) process.once('exit', release);
  claimed.add(path);
  return true;
}

function release(): void {
  for (const path of claimed) rmSync(path, { force: true });
}

/** True while the process lives that claimed a port. */
function isAlive(path: string): boolean {
  try {
    return process.kill(Number(readFileSync(path, 'utf8')), 0);
  } catch {
    return false;
  }
}
