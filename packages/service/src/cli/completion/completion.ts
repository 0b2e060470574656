import type { CommandLine } from '../command-line.ts';
import { UsageError } from '../usage-error.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const SHELLS: ReadonlyMap<string, () => string> = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

/** Runs `abs completion bash|zsh|fish`: prints a script that the shell reads. */
export async function run({ operands: [shell = ''] }: CommandLine): Promise<number> {
  const script = SHELLS.get(shell);
  if (!script) throw new UsageError(`${shell} is not one of ${[...SHELLS.keys()].join(', ')}`);
  process.stdout.write(script());
  return 0;
}
