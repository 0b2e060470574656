/** Renditions of a file that takes seconds to draw. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { openRenditions, type RenditionOrder } from '../../../src/media/pictures/renditions.ts';
import { originals, pictureOf, SIZES, useRenditions } from './renditions-world.ts';

suite('renditions of slow files', () => {
  const { world, open, counted, order, begunFiles, photoOf, untilBegun, slowFile } = useRenditions();

  test('after a timeout larger sizes are not tried, and smaller ones are', async () => {
    await using own = open(counted(world.hasty));
    const slow = await slowFile();
    const [thumb, preview, big] = SIZES.map((request) => order(slow, {}, request));
    assert.ok(thumb && preview && big);
    const ask = async (asked: RenditionOrder) => assert.equal((await pictureOf(own, asked)).isPlaceholder, true);
    await ask(preview);
    await ask(big);
    assert.deepEqual(begunFiles(), [1024]);
    await ask(thumb);
    assert.deepEqual(begunFiles(), [1024, 256]);
    assert.equal(world.reports.length, 2);
  });

  test('ordinary pictures do not wait for slow ones', async () => {
    await using one = openSharpRenderer({ processes: 1, seconds: 120, quickSeconds: 2, megabytes: 512, queue: 10 });
    await using own = openRenditions({
      directory: world.directory,
      renderer: counted(one),
      originals,
      storeMegabytes: 10,
    });
    const leaving = new AbortController();
    const slow = await slowFile();
    const large = own.get(order(slow), { signal: leaving.signal });
    await untilBegun();
    assert.equal((await pictureOf(own, order(world.photo))).isPlaceholder, false);
    // Known as slow by now, so it doesn't delay this one.
    const again = own.get(order(slow, {}, { kind: 'preview' }), { signal: leaving.signal });
    assert.equal((await pictureOf(own, order(await photoOf('navy')))).isPlaceholder, false);
    leaving.abort(new Error('gone'));
    await Promise.allSettled([large, again]);
  });
});
