import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { Extractor } from '../../src/inspect/extractor.ts';

let shared: Extractor | undefined;

/** An extractor that ends with the process, because one of its processes takes half a second to start. */
export function sharedExtractor(): Extractor {
  if (shared !== undefined) return shared;
  // Its own temporary folder goes with the process, too.
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = newFolder();
  shared = new Extractor({ processes: 1, secondsPerFile: 120 });
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  return shared;
}
