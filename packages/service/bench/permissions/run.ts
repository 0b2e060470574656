/** `npm run bench:permissions`: what access rules cost a search of a generated catalogue. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedCatalogue } from '../search/catalogue.ts';
import { benchFirstUse } from './first-use.ts';
import { guardedCatalogue } from './guarded-catalogue.ts';
import { benchLaterQueries } from './later-queries.ts';

const { values } = parseArgs({
  options: {
    /** Where the generated catalogue of `bench:search` is, or is made; the one with rules is made beside it. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-search') },
    assets: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
  },
});
const directory = await guardedCatalogue(await generatedCatalogue(values.folder, Number(values.assets)));
await benchFirstUse(directory);
await benchLaterQueries(directory, Number(values.rounds));
