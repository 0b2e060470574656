import { mkdtempSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs with a PATH that has this `perl`, or none; it is written below `directory`. */
export async function withPerl(directory: string, script: string | undefined, run: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(directory, 'path-'));
  if (script !== undefined) {
    await writeFile(join(folder, 'perl'), script);
    await chmod(join(folder, 'perl'), 0o755);
  }
  const before = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    await run();
  } finally {
    process.env['PATH'] = before;
  }
}
