import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { makeDemo } from '../../../demo/make.ts';
import { importSample, NOW } from '../../../service/test/support/sample.ts';

/** Puts a part of the demo into a data folder, with small pictures, of which the first has the size of a real one. */
export async function demoCatalogue(data: string): Promise<void> {
  const bundle = newFolder();
  await makeDemo(bundle, { signal: AbortSignal.timeout(600_000), today: new Date(NOW), scale: 0.12 });
  const { assets } = JSON.parse(readFileSync(join(bundle, 'catalogue.json'), 'utf8'));
  const [{ file }] = assets;
  const large = sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#1f4a42' } });
  writeFileSync(join(bundle, file), await large.jpeg().toBuffer());
  await importSample(data, bundle);
}
