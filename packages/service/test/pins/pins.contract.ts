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
  isAnonymous: false,
  downloads: 0,
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

    test('a page of PINs lists those that have not expired, newest first, of all or of one user at one address', async () => {
      await using all = await open();
      const owner = { user: 2, endpoint: 'press' };
      await all.writer.addPins([
        pin({ code: 'A' }),
        pin({ code: 'C', created: NOW + 2 }),
        pin({ code: 'D', isAnonymous: true }),
        pin({ code: 'E', creator: 3 }),
        pin({ code: 'F', endpoint: '' }),
        pin({ code: 'G', expires: NOW + 1 }),
        pin({ code: 'B', created: NOW + 2 }),
      ]);
      const listed = async (selected: Partial<Parameters<Pins['list']>[0]>) => {
        const { pins, total } = await all.pins.list({ now: NOW + 1, offset: 0, most: 9, ...selected });
        return [...pins.map(({ code }) => code), total].join(' ');
      };
      assert.equal(await listed({ owner }), 'B C A 3');
      assert.equal(await listed({ owner, offset: 1, most: 1 }), 'C 3');
      assert.equal(await listed({ owner, offset: 3 }), '3');
      assert.equal(await listed({}), 'B C A D E F 6');
      assert.equal(await listed({ now: NOW + DAY }), '0');
    });

    test('a PIN is ended once, and only by its owner where one is named', async () => {
      await using all = await open();
      const { writer, pins } = all;
      await writer.addPins([pin(), pin({ code: 'CCCCCCCCCCCC', isAnonymous: true })]);
      const owner = { user: 2, endpoint: 'press' };
      const end = (code: string, more: Parameters<PinsWriter['endPin']>[1]) => writer.endPin(code, more);
      assert.equal(await end('AAAAAAAAAAAA', { now: NOW, owner: { ...owner, user: 3 } }), false);
      assert.equal(await end('AAAAAAAAAAAA', { now: NOW, owner: { ...owner, endpoint: '' } }), false);
      assert.equal(await end('CCCCCCCCCCCC', { now: NOW, owner }), false);
      assert.equal(await end('DDDDDDDDDDDD', { now: NOW }), false);
      assert.deepEqual(await pins.find('AAAAAAAAAAAA'), pin());
      assert.equal(await end('AAAAAAAAAAAA', { now: NOW + 1, owner }), true);
      assert.equal(await end('AAAAAAAAAAAA', { now: NOW + 2, owner }), false);
      assert.equal(await end('CCCCCCCCCCCC', { now: NOW + 1 }), true);
      assert.deepEqual(await pins.find('AAAAAAAAAAAA'), pin({ expires: NOW + 1 }));
    });

    test('downloads of PINs add up', async () => {
      await using all = await open();
      const codes = ['AAAAAAAAAAAA', 'CCCCCCCCCCCC'] as const;
      await all.writer.addPins(codes.map((code) => pin({ code })));
      const counts = { AAAAAAAAAAAA: 2, CCCCCCCCCCCC: 1, DDDDDDDDDDDD: 1 };
      await all.writer.addPinDownloads(new Map(Object.entries(counts)));
      await all.writer.addPinDownloads(new Map([['AAAAAAAAAAAA', 3]]));
      const found = await Promise.all(codes.map((code) => all.pins.find(code)));
      assert.deepEqual(
        found.map((each) => each?.downloads),
        [5, 1],
      );
    });
  });
}
