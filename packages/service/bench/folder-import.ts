/** Import of a folder of photographs, beside metadata extraction alone with the same library and as many processes. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExifTool } from 'exiftool-vendored';
import { median, ms, report, time } from './report.ts';
import { runCommand } from './service.ts';

const ROUNDS = 5;
const ASKED_RATIO = 2;

export async function benchFolderImport(photos: string): Promise<void> {
  const files = readdirSync(photos, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const imports: number[] = [];
  const extractions: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const data = mkdtempSync(join(tmpdir(), 'abs-bench-'));
    imports.push(await time(() => runCommand(['import', photos, '--data', data])));
    rmSync(data, { recursive: true, force: true });
    extractions.push(await time(() => extractAlone(files)));
  }
  const ratio = median(imports) / median(extractions);
  report({
    name: `folder of ${files.length} photographs imported`,
    asked: `${ASKED_RATIO.toFixed(1)} times the extraction alone`,
    measured: `${ratio.toFixed(2)} times (${ms(median(imports))})`,
    peer: `exiftool alone, ${availableParallelism()} processes, ${ms(median(extractions))}`,
    isReached: ratio <= ASKED_RATIO,
  });
}

/** Includes the start and end of its processes, as an import does. */
async function extractAlone(files: readonly string[]): Promise<void> {
  const exiftool = new ExifTool({ maxProcs: availableParallelism() });
  await Promise.all(
    files.map((file) => exiftool.readRaw(file, { readArgs: ['-G1', '-struct', '-n'] }).catch(() => undefined)),
  );
  await exiftool.end();
}
