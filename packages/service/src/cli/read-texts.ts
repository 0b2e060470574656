import { availableParallelism } from 'node:os';
import { TextReader } from '../../../media/src/texts/text-reader.ts';
import { textFormatOf } from '../../../media/src/texts/text-types.ts';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/settings.ts';
import { readTexts } from '../transfer/texts/read-texts.ts';
import { openProgress } from './progress.ts';

const SECONDS_PER_FILE = 60;

/** Reads the texts of files that imports have left to read; with `isAll`, of all files that have none yet. */
export async function readWantedTexts(
  config: Config,
  { isAll = false, signal }: { readonly isAll?: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { maxCharacters } = config.text;
  if (maxCharacters === 0) return;
  const progress = openProgress({ stream: process.stderr, label: 'texts' });
  await using stack = new AsyncDisposableStack();
  const { writer, originals } = stack.use(await openStorage(config, (error) => progress.warn(error.message)));
  if (isAll)
    await writer.change((changes) =>
      changes.wantTexts((type) => textFormatOf(type) !== undefined, 'read', { isAgain: true }),
    );
  // Starting the reader takes longer than most imports that have nothing to read.
  const [any] = await writer.change((changes) => changes.wantedTexts('read', { after: '', most: 1 }));
  if (any === undefined && !isAll) return;
  const reader = stack.use(new TextReader({ processes: availableParallelism(), secondsPerFile: SECONDS_PER_FILE }));
  const { read, failed, waiting } = await readTexts({ writer, originals }, reader, {
    mostCharacters: maxCharacters,
    signal,
    onProgress: (done, name) => progress.update(done, undefined, name),
    onWarning: progress.warn,
  });
  if (waiting > 0) progress.warn(`the texts of ${waiting} files are read when LibreOffice is there`);
  const others = failed === 0 ? '' : `, ${failed} of files that can't be read`;
  if (isAll || read + failed > 0) progress.done(`texts: ${read} read${others}`);
}
