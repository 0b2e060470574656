import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder, which goes with all that is in it. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
  /** The path of a file in it. */
  file(name: string): string;
}

export function temporaryFolder(): TemporaryFolder {
  const path = newFolder();
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The folders that go when the process ends, by the folder for temporary files, which a test may change. */
const parents = new Map<string, string>();

/** The path of a new empty folder, which goes when the process ends. */
export function newFolder(): string {
  const parent = parents.get(tmpdir()) ?? mkdtempSync(join(tmpdir(), 'abs-test-'));
  // Some tests run programs as another user.
  chmodSync(parent, 0o711);
  if (!parents.has(tmpdir())) process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  parents.set(tmpdir(), parent);
  return mkdtempSync(join(parent, 'folder-'));
}
