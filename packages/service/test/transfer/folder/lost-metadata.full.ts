import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Extractor } from '../../../../media/src/inspect/extractor.ts';
import { findPerl } from '../../../../media/src/inspect/perl.ts';
import { jpegWith } from '../../../../media/test/inspect/jpeg.ts';
import { withPerl } from '../../../../media/test/inspect/with-perl.ts';
import { bag, importInto, place, sidecar, title } from './imported.ts';

test('descriptive metadata stays if reading it again is abandoned', { skip: !findPerl() && 'no perl' }, async () => {
  using at = place();
  at.write('a.jpg', await jpegWith({}));
  at.write('a.xmp', sidecar(title('Harbour'), bag('dc:subject', 'boats')));
  const before = await read(at, 60);
  assert.equal(before.words, 'Harbour, Pictures, boats');

  at.write('a.xmp', sidecar(title('Another')));
  await withPerl(at.data, '#!/bin/sh\nexec /bin/sleep 600\n', async () => {
    const after = await read(at, 3);
    assert.equal(after.words, before.words);
    assert.match(after.warnings.join(), /given up|could not be read/);
  });
});

async function read(at: ReturnType<typeof place>, secondsPerFile: number) {
  await using extractor = new Extractor({ processes: 1, secondsPerFile });
  const { assets, paths, warnings } = await importInto(at, extractor);
  const [asset] = assets;
  const names = (asset?.nodes ?? []).map((id) => paths.get(id)?.split('/').at(-1));
  return { words: [asset?.fields.get(900_001), ...names].join(', '), warnings };
}
