/** `npm run bench:renditions`: pictures beside their peers, in turns over the same files. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchCrowd } from './crowd.ts';
import { benchIiif } from './iiif.ts';
import { benchPdf } from './pdf.ts';
import { benchService } from './service.ts';
import { benchSlow } from './slow.ts';
import { benchStored } from './stored.ts';
import { benchTexts } from './texts.ts';
import { benchThumbs } from './thumbs.ts';
import { benchTiles } from './tiles.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-renditions') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    texts: { type: 'string', default: '1000' },
    photos: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const { folder, only } = values;
const rounds = Number(values.rounds);
const count = Number(values.photos);
const parts: Readonly<Record<string, () => Promise<void>>> = {
  thumbs: () => benchThumbs(folder, { rounds, count }),
  stored: () => benchStored(folder, { rounds, seconds: Number(values.seconds) }),
  iiif: () => benchIiif(folder, { rounds, seconds: Number(values.seconds) }),
  tiles: () => benchTiles(folder, { rounds }),
  crowd: () => benchCrowd(folder),
  pdf: () => benchPdf(folder, { rounds }),
  slow: () => benchSlow(folder, { rounds }),
  texts: () => benchTexts(folder, { files: Number(values.texts) }),
  service: () => benchService(folder, { count }),
};
for (const [name, bench] of Object.entries(parts)) if (only === '' || only.split(',').includes(name)) await bench();
