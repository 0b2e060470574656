/** Changes a catalogue without end and keeps its index current, which often rebuilds it. To be killed. */
import { join } from 'node:path';
import { buildBase } from '../../../columnar/src/build-base.ts';
import { writeIndexFile } from '../../../columnar/src/index-file.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { catalogueIdentity } from '../../src/app/catalogue-stores.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { change, type World } from './random-catalogue.ts';
import { ASSETS } from './random-world.ts';

const [, , directory = '', seed = '0'] = process.argv;
const random = seeded(1000 + Number(seed));
const writer = openCatalogueWriter({ directory });
const source = openIndexSource({ directory });
// A previous run of this program may have added and removed some.
const world: World = { lastNode: 0 };
{
  await using state = await source.open();
  world.lastNode = state.model.trees.size;
}
console.log('changing');
for (;;) {
  await change(writer, random, ASSETS, world);
  if (random.chance(0.3))
    writeIndexFile(join(directory, 'search.index'), catalogueIdentity(directory), await buildBase(source));
}
