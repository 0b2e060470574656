import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('compile.ts', import.meta.url));

/**
 * Timeout in milliseconds. Compiling takes about a second; a hanging process must not keep the service from starting.
 */
const LONGEST_MS = 60_000;

/**
 * Compiles all modules of the service in a separate process, unless Node's compile cache already contains their current
 * versions. If that fails, modules are compiled when they are loaded. Never throws.
 */
export function compileAhead(): void {
  // Node uses a separate folder per Node version, set of V8 flags and user.
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  try {
    // The prefix is specific to this checkout, because others may use the same folder.
    const ours = `ahead-${digest(SOURCES)}-`;
    const stamp = ours + digest(sourcesNow());
    if (existsSync(join(folder, stamp))) return;
    accessSync(folder, constants.W_OK);
    const { status } = spawnSync(process.execPath, [...flags(), PROGRAM, folder], {
      stdio: 'ignore',
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    if (status !== 0) return;
    const old = readdirSync(folder).filter((name) => name.startsWith(ours));
    for (const name of old) rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, stamp), '');
  } catch {
    // The service also works without the cache, only more slowly.
  }
}

/**
 * Returns a fingerprint of the sources that doesn't require reading them all: their names, sizes and modification
 * times.
 */
function sourcesNow(): string {
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts')).toSorted();
  const facts = files.map((file) => {
    const { size, mtimeMs } = statSync(join(SOURCES, file));
    return [file, size, mtimeMs];
  });
  return JSON.stringify([process.version, facts]);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Returns V8's flags, which are those that Node doesn't list as its own. The compile cache rejects code compiled with
 * different V8 flags.
 */
function flags(): readonly string[] {
  const isNodes = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag.split('=', 1)[0] ?? '');
  return process.execArgv.filter((flag) => flag.startsWith('--') && !isNodes(flag));
}
