import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** True if a program is installed; a wrapper of another program may not report a version. */
export function isInstalled(program: string, versionFlag: string): boolean {
  const { status, error } = spawnSync(program, [versionFlag], { stdio: 'ignore' });
  return error === undefined && status === 0;
}

/** Runs a program to its end and returns its output. */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], ...(cwd === undefined ? {} : { cwd }) });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return said;
}
