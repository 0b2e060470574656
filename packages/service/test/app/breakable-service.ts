/** `abs serve` as a process whose threads can be broken. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { PATIENT } from '../support/patient.ts';
import { copySample } from '../support/sample.ts';

const faultFile = (path: string): string => join(path, 'fault');

const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));
const FAULT = new URL('./fault.ts', import.meta.url).href;
/** A service that hangs is killed after this time, which fails a test that waits for its status. */
const LONGEST_MS = 480_000;

export type Fault = `${'index' | 'http' | 'builder'} ${'throw' | 'exit'}${'' | ' always'}`;

export interface Folder extends Disposable {
  readonly path: string;
  /** Ends one thread of the service that runs on this folder, or will; with `always`, each of that kind. */
  break(fault: Fault): void;
}

/** A data folder with the sample catalogue. */
export async function sampleFolder(): Promise<Folder> {
  const path = newFolder();
  await copySample(path);
  return {
    path,
    break: (fault) => writeFileSync(faultFile(path), fault),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface Service extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The address that it listens on; undefined if it ended before. */
  readonly url: string | undefined;
  /** Its stderr so far. */
  told(): string;
  /** Its exit status; null if it hung and was killed. */
  readonly ended: Promise<number | null>;
}

/** Resolves when the program listens or has ended. */
export async function serve({ path }: Folder, settings: Readonly<Record<string, string>>): Promise<Service> {
  const child = spawn(process.execPath, ['--import', FAULT, MAIN, 'serve', '--data', path, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...PATIENT, ...settings, FAULT: faultFile(path) },
  });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += String(chunk);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const ended = once(child, 'close').then(([status]) => {
    clearTimeout(late);
    return status as number | null;
  });
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text));
  const first = await Promise.race([line, ended.then(() => undefined)]);
  return {
    child,
    url: first?.replace('listening on ', ''),
    told: () => told,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
