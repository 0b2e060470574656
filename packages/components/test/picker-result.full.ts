/** What the picker tells a page of the chosen assets, compared with the files that the service sends. */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { PickedAsset } from '../src/picker/picked-asset.ts';
import { dialogOf, openDialog, pickerForm } from './support/picker.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('the result of abs-picker', () => {
  for (const form of ['map', 'list']) {
    test.describe(`of a service whose details are a ${form}`, () => {
      test.use({ service: { settings: { ABS_DETAILS_GENERAL: form } } });

      test('renditions tell type, pixels and bytes as the service sends them, and assets where else they are published', async ({
        host,
      }) => {
        const formats = 'formats="thumb, preview, download, 1, 2"';
        const page = await host.open(pickerForm(`multiple selected="1000,1001,1002" ${formats}`));
        const told = await listenTo(page, 'abs-pick');
        await openDialog(page);
        await dialogOf(page).getByRole('button', { name: 'Choose 3 items' }).click();
        await dialogOf(page).waitFor({ state: 'hidden' });
        const [pick] = (await told('abs-pick')) as { readonly assets: readonly PickedAsset[] }[];
        const assets = pick?.assets ?? [];
        assert.deepEqual(
          assets.map(({ id, extension }) => [id, extension]),
          [
            [1000, 'jpg'],
            [1001, 'jpg'],
            [1002, 'png'],
          ],
        );
        assert.match(assets[0]?.publicUrls[0]?.url ?? '', /^https?:/);
        assert.deepEqual(assets[2]?.publicUrls, []);
        for (const { bytes, renditions } of assets) {
          assert.deepEqual(
            renditions.map(({ format }) => format),
            ['thumb', 'preview', 'download', '1', '2'],
          );
          for (const rendition of renditions) {
            const response = await fetch(rendition.url);
            const file = Buffer.from(await response.arrayBuffer());
            const { width, height, autoOrient } = await sharp(file).metadata();
            const sent = {
              type: response.headers.get('content-type'),
              bytes: file.length,
              ...{ width, height },
              ...autoOrient,
            };
            const { format, type, bytes: size, width: across, height: down } = rendition;
            const facts = { type, bytes: size, width: across, height: down };
            const known = Object.entries(facts).filter(([, value]) => value !== undefined);
            assert.partialDeepStrictEqual(sent, Object.fromEntries(known), `${rendition.url}`);
            const names = known.map(([name]) => name);
            if (format === '1') assert.deepEqual([names, size], [['type', 'bytes', 'width', 'height'], bytes]);
            if (format === '2' || format === 'preview') assert.deepEqual(names, ['type', 'width', 'height']);
          }
        }
      });
    });
  }
});
