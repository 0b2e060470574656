import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Confines } from '../../../../core/src/platform/confines.ts';
import { CannotOpen, openRegularFile, readAtMost } from '../../../../core/src/platform/regular-file.ts';
import { fileProblem } from '../file-problem.ts';
import type { Location } from './location.ts';

/** Maximum size of an .xmp file in bytes; those with painted masks have some megabytes. */
export const MAX_SIDECAR_BYTES = 16 * 2 ** 20;

/** A copy of a sidecar. Disposing removes it. */
interface SidecarCopy extends AsyncDisposable {
  /** Absent if the sidecar can't be read. */
  readonly path?: string;
  /** Why the sidecar can't be read, as the end of a sentence. */
  readonly problem?: string;
}

/** Copies sidecars for programs that take paths: a file may be replaced by a pipe or a link at any time. */
export interface SidecarCopies extends Disposable {
  copy(location: Location, signal: AbortSignal): Promise<SidecarCopy>;
}

export function openSidecarCopies(within: Confines): SidecarCopies {
  const folder = mkdtempSync(join(tmpdir(), 'abs-sidecars-'));
  return {
    async copy(location, signal) {
      const path = join(folder, `${randomUUID()}.xmp`);
      const dispose = { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
      try {
        await using file = await openRegularFile(location, within);
        const bytes = await readAtMost(file, MAX_SIDECAR_BYTES, signal);
        if (bytes === undefined) return { problem: `is larger than ${MAX_SIDECAR_BYTES} bytes`, ...dispose };
        await writeFile(path, bytes, { mode: 0o600 });
        return { path, ...dispose };
      } catch (error) {
        if (!(error instanceof CannotOpen)) throw error;
        return { problem: fileProblem(error, 'folder'), ...dispose };
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
