import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { Pin } from '../../src/pins/store/pin.ts';
import type { Pins, PinsWriter } from '../../src/pins/store/pin-store.ts';

/** An empty catalogue; disposal closes all. */
interface OpenedPins extends AsyncDisposable {
  readonly writer: PinsWriter;
  readonly catalogue: Catalogue;
  readonly pins: Pins;
}

const NOW = 1_700_000_000_000;
const DAY = 24 * 3600 * 1000;

const pin = (more: Partial<Pin> = {}): Pin => ({
  code: 'AAAAAAAAAAAA',
  title: 'Spring "<b>" 🌸',
  endpoint: 'press',
  node: 1,
  creator: 2,
  groups: [7, 8],
  assets: [2, 1],
  formats: [3],
  created: NOW,
  expires: NOW + DAY,
  ...more,
});

/** What every store of PINs must do. `open` opens a new one each time. */
export function pinsContract(name: string, open: () => Promise<OpenedPins>): void {
  describe(`${name}: PINs`, () => {
    test('a PIN is read as it was stored, with and without optional properties, and makes no revision', async () => {
      await using all = await open();
      const { creator: _, groups: __, ...bare } = pin({ code: 'CCCCCCCCCCCC', title: '', endpoint: '', formats: [] });
      const { revision } = await all.catalogue.snapshot();
      assert.deepEqual(await all.writer.addPins([pin()]), [true]);
      assert.deepEqual(await all.writer.addPins([bare]), [true]);
      assert.equal((await all.catalogue.snapshot()).revision, revision);
      assert.deepEqual(await all.pins.find('AAAAAAAAAAAA'), pin());
      assert.deepEqual(await all.pins.find('CCCCCCCCCCCC'), bare);
      assert.equal(await all.pins.find('DDDDDDDDDDDD'), undefined);
    });

    test('of PINs that are stored together, each whose code exists is refused', async () => {
      await using all = await open();
      await all.writer.addPins([pin()]);
      const others = ['CCCCCCCCCCCC', 'AAAAAAAAAAAA', 'DDDDDDDDDDDD', 'CCCCCCCCCCCC'].map((code, place) =>
        pin({ code, title: `other ${place}` }),
      );
      assert.deepEqual(await all.writer.addPins(others), [true, false, true, false]);
      assert.deepEqual(await all.pins.find('AAAAAAAAAAAA'), pin());
      assert.deepEqual(await all.pins.find('CCCCCCCCCCCC'), others[0]);
      assert.deepEqual(await all.pins.find('DDDDDDDDDDDD'), others[2]);
    });

    test('an expired PIN is readable for a year, then deleted', async () => {
      await using all = await open();
      await all.writer.addPins([pin()]);
      await all.writer.addPins([pin({ code: 'CCCCCCCCCCCC', created: NOW + 366 * DAY })]);
      assert.deepEqual(await all.pins.find('AAAAAAAAAAAA'), pin());
      await all.writer.addPins([pin({ code: 'DDDDDDDDDDDD', created: NOW + 367 * DAY })]);
      assert.equal(await all.pins.find('AAAAAAAAAAAA'), undefined);
    });
  });
}
