import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('compile.ts', import.meta.url));

/** It takes about a second; a process that hangs must not keep the service from starting. */
const LONGEST_MS = 60_000;

/**
 * Has all that the service loads compiled by a process of its own, unless the folder in which Node keeps compiled code holds it
 * as it is now. Where that can't be, modules are compiled as they are loaded. Never throws.
 */
export function compileAhead(): void {
  // One for each version of Node, set of V8's flags and user.
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  try {
    // Other checkouts may use the same folder.
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
    // The service is slower without, and works.
  }
}

/** What changes when a source does, and is told without reading them all. */
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

/** V8's flags, which are all that Node doesn't know as its own: code that was compiled with others is not taken. */
function flags(): readonly string[] {
  const isNodes = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag.split('=', 1)[0] ?? '');
  return process.execArgv.filter((flag) => flag.startsWith('--') && !isNodes(flag));
}
