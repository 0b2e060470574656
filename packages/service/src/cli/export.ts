import { openExistingStorage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import { exportBundle } from '../transfer/bundle/export-bundle.ts';
import type { CommandLine } from './command-line.ts';
import { listenForInterruption } from './interruption.ts';
import { openProgress } from './progress.ts';

/** Runs `abs export DIR`: writes the whole catalogue as a bundle, completely or not at all. */
export async function run(line: CommandLine): Promise<number> {
  const config = loadConfig({ options: line.settings });
  const [directory = ''] = line.operands;
  using interruption = listenForInterruption(() => 'nothing is exported');
  await using storage = await openExistingStorage(config);
  const progress = openProgress({ stream: process.stderr, label: `export ${directory}` });
  const { nodes, assets, files } = await exportBundle({
    directory,
    catalogue: storage.catalogue,
    originals: storage.originals,
    signal: interruption.signal,
    onProgress: (done) => progress.update(done, undefined),
  });
  progress.done(`${directory}: ${nodes} nodes, ${assets} assets, ${files} files`);
  return 0;
}
