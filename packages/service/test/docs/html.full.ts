/** The Nu HTML checker, vnu-jar from npm, finds no error in any page that the service sends. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeSite } from '../../../../scripts/site/make-site.ts';
import { connect } from '../../../client/src/index.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { install, run } from '../setup/packed.ts';
import { startApp } from '../support/app.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const CHECKER = 'vnu-jar@26.9.27';

test('no page has an error', {
  skip: spawnSync('java', ['-version']).status !== 0 && 'skipped: java is not here',
}, async (context) => {
  const folder = newFolder();
  try {
    await install(join(folder, 'checker'), CHECKER);
  } catch (error) {
    return context.skip(`skipped: ${CHECKER} cannot be installed\n${error}`);
  }
  const pages = join(folder, 'pages');
  makeSite(join(pages, 'docs'));
  using sample = sampleWithSound();
  const settings = { ABS_PIN_PARENT_NODE: 20, ABS_PICKER_ORIGINS: 'http://localhost' };
  await using app = await startApp(settings, sample.directory);
  const pins = connect(app.url).pin;
  const [one, several] = [await pins.create({ create: [1000] }), await pins.create({ create: [1000, 1003] })];
  const addresses = ['/', '/?asset=1000', '/?node=1', '/picker', `/asset.do?play=${SOUND}`, '/pin/ABCDEFGHJKLM'];
  mkdirSync(join(pages, 'served'), { recursive: true });
  for (const [index, address] of [...addresses, one.link, several.link].entries()) {
    const response = await fetch(new URL(address, app.url));
    writeFileSync(join(pages, 'served', `${index}.html`), await response.text());
  }
  const jar = join(folder, 'checker/node_modules/vnu-jar/build/dist/vnu.jar');
  await run(folder, 'java', ['-Xss4m', '-jar', jar, '--skip-non-html', '--errors-only', pages]);
});
