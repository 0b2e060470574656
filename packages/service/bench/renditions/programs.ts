import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** True where a program is installed; those that only stand in for another one don't know their version. */
export function isInstalled(program: string, versionFlag: string): boolean {
  const { status, error } = spawnSync(program, [versionFlag], { stdio: 'ignore' });
  return error === undefined && status === 0;
}

/** Runs a program to its end and gives what it says. */
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
