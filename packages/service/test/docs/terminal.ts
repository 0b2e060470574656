/** A terminal in an empty folder, in which the commands of a page run as a reader would type them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../core/test/support/free-port.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { MAIN } from '../http/served-program.ts';
import { PATIENT } from '../support/patient.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
const PICTURES = fileURLToPath(new URL('../fixtures/catalogue/files/', import.meta.url));

/** What commands print. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Terminal extends AsyncDisposable {
  /** Address of the service that the page starts. */
  readonly url: string;
  /** Runs commands to their end. Returns what they print; rejects if one fails. */
  run(commands: string): Promise<Printed>;
  /** Starts a service in place of the one before, and waits until it listens or prints another line. */
  serve(command: string, line?: RegExp): Promise<void>;
  /** Starts a command that runs to the end of the page, and waits for its first line. */
  begin(command: string): Promise<void>;
}

/** A terminal whose `npx abs` and `npm start` are this program, with `Pictures`, `./packages/` and `examples/`. */
export async function openTerminal(): Promise<Terminal> {
  await using stack = new AsyncDisposableStack();
  const folder = newFolder();
  const [bin, home, work] = ['bin', 'home', 'work'].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [bin, join(home, 'Pictures'), work]) mkdirSync(each, { recursive: true });
  for (const name of readdirSync(PICTURES)) cpSync(join(PICTURES, name), join(home, 'Pictures', name));
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>';
  writeFileSync(join(home, 'Pictures/lake.svg'), drawing);
  const program = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program('abs', `exec ${process.execPath} ${MAIN} "$@"`);
  program('npx', 'exec "$@"');
  const realNpm = `[ "$1" = start ] || { PATH=${process.env['PATH']}; exec npm "$@"; }`;
  program('npm', `${realNpm}\nshift; [ "$1" = -- ] && shift; exec abs start "$@"`);

  const port = await freePort();
  const env = {
    ...PATIENT,
    ...process.env,
    ...{ PATH: `${bin}:${process.env['PATH']}`, HOME: home, ABS_PORT: String(port), ABS_THREADS: '1' },
  };
  const here = (commands: string) =>
    `set -euo pipefail\n${commands.replaceAll('localhost:8080', `127.0.0.1:${port}`).replaceAll('examples/', `${CHECKOUT}examples/`).replaceAll('./packages/', `${CHECKOUT}packages/`)}`;
  const options = { cwd: work, env } as const;

  const children: ChildProcess[] = [];
  let service: ChildProcess | undefined;
  stack.defer(async () => {
    for (const child of children) await end(child);
  });

  /** Resolves at the first line that matches; rejects if the command ends before. */
  async function start(command: string, line: RegExp): Promise<ChildProcess> {
    const shell = `${here(command)
      .trimEnd()
      .replace(/\n(?=[^\n]*$)/, '\nexec ')} 2>&1`;
    const child = spawn('bash', ['-c', shell], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const lines: string[] = [];
    for await (const each of createInterface({ input: child.stdout })) {
      lines.push(each);
      if (!line.test(each)) continue;
      child.stdout.resume();
      return child;
    }
    throw new Error(`it ended:\n${command}\n${lines.join('\n')}`);
  }

  const owned = stack.move();
  return {
    url: `http://127.0.0.1:${port}`,
    run: async (commands) => {
      try {
        // The shell keeps variables such as TOKEN only within a block, as in a terminal of its own.
        return await promisify(execFile)('bash', ['-c', here(commands)], { ...options, timeout: 600_000 });
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${commands}\n${stdout}${stderr}`, { cause: error });
      }
    },
    serve: async (command, line = /listening on/) => {
      if (service) await end(service);
      service = await start(command, line);
    },
    begin: async (command) => {
      await start(command, /./);
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
