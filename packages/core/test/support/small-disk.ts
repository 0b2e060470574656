import { execFileSync } from 'node:child_process';
import type { TestContext } from 'node:test';

/** A disk in memory at this folder, with options such as `size=1m`. Where the system forbids it, the test is skipped. */
export function smallDisk(context: TestContext, folder: string, options: string): Disposable | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    context.skip('a small disk cannot be mounted here');
    return undefined;
  }
  return { [Symbol.dispose]: () => execFileSync('umount', [folder]) };
}
