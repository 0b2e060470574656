/** What each release has stored is opened by this version (test/fixtures/releases/README.md). */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { PROGRAM_VERSION } from '../../src/config/package.ts';
import { contentsOf, exportTo, keepsAnswers, keepsPin, releases, startOver } from '../support/releases.ts';
import { importSample } from '../support/sample.ts';

test('there is a release to open', () => assert.ok(releases().length > 0));

for (const { version, data, bundle, kept } of releases()) {
  describe(`what ${version} has stored`, () => {
    const folder = newFolder();
    const [opened, imported] = [join(folder, 'opened'), join(folder, 'imported')];
    before(async () => {
      cpSync(data, opened, { recursive: true });
      await importSample(imported, bundle);
    });

    test('has the same nodes, assets, searches, files, reviews, tokens and PINs, and IDs are not given again', async () => {
      await using app = await startOver(data);
      await keepsAnswers(app, kept);
      await keepsPin(app, kept);
      await using storage = await openStorage({ data: app.data });
      await storage.writer.change(async (changes) => assert.equal(await changes.nextId('asset'), kept.nextAsset));
    });

    test('is exported as it was, or as its bundle is once it has been imported', async () => {
      await exportTo(`${opened}-bundle`, { data: opened });
      await exportTo(`${imported}-bundle`, { data: imported });
      const exported = contentsOf(`${opened}-bundle`);
      assert.deepEqual(contentsOf(`${imported}-bundle`), exported);
      if (version === PROGRAM_VERSION) assert.deepEqual(exported, contentsOf(bundle));
    });

    test('answers the same from its bundle in an empty store, without the tokens, which no bundle has', async () => {
      await using app = await startOver(imported);
      const answers = Object.entries(kept.answers).filter(([request]) => !request.startsWith('closed/'));
      await keepsAnswers(app, { ...kept, answers: Object.fromEntries(answers) });
    });
  });
}
