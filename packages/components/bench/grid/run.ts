/** `npm run bench:grid`: how fast the grid shows a million assets in Chromium; exit status 1 where a figure is missed. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../../../service/bench/service.ts';
import { openSite } from '../../test/support/site.ts';
import { benchFling } from './fling.ts';
import { benchJumps } from './jumps.ts';
import { catalogueOfPictures, drawPictures } from './million.ts';
import { openGridPage } from './page.ts';
import { openQuietBrowser } from './quiet-browser.ts';

const { values } = parseArgs({
  options: {
    /** Where the generated catalogue is, or is made, which takes minutes. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-grid') },
    assets: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
  },
});
const [assets, rounds] = [Number(values.assets), Number(values.rounds)];

await using server = await startServer(await catalogueOfPictures(values.folder, assets), { threads: 1 });
await drawPictures(server.url);
await using site = await openSite(server.url);
await using browser = await openQuietBrowser();
const address = site.publish(
  '<abs-catalogue src="$SERVICE" locale="en"><div class="host"><abs-grid></abs-grid></div></abs-catalogue>',
);

const VIEWS = ['square', 'justified', 'list'] as const;
const SMALL = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };

const jumps = [SMALL, LARGE].flatMap((screen) => VIEWS.map((view) => ({ measure: benchJumps, screen, view })));
const flings = VIEWS.map((view) => ({ measure: benchFling, screen: LARGE, view }));
for (const [turn, { measure, screen, view }] of [...jumps, ...flings].entries()) {
  await using grid = await openGridPage(browser, address, { screen, view });
  await measure(grid.page, { view, screen, turn, assets, rounds });
}
