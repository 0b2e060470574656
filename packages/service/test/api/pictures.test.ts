import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { areaAt } from '../../../core/src/domain/geometry.ts';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { acceptedFormat } from '../../src/api/pictures/accepted-format.ts';
import { pictureReply } from '../../src/api/pictures/picture-reply.ts';
import { pictureTag } from '../../src/api/pictures/picture-tag.ts';
import { appForAll } from '../support/app.ts';
import { SAMPLE } from '../support/sample.ts';

const AVIF = 'image/avif,image/webp,*/*;q=0.8';

test('caches keep no longer than a placeholder what another try may show better', () => {
  const size = { width: 1, height: 1 };
  const drawn = { kind: 'picture', etag: 'x', bytes: Buffer.from('x'), format: 'jpg', pages: 1, ...size } as const;
  const seen = (how: { readonly isPlaceholder: boolean; readonly isForNow?: boolean }) => {
    const rendition = { ...drawn, natural: size, ...how };
    const { maxAge, isRepeatable } = pictureReply(rendition, { name: 'x.jpg', pages: 1, maxAge: 'immutable' });
    return [maxAge, isRepeatable];
  };
  assert.deepEqual(seen({ isPlaceholder: false }), ['immutable', true]);
  assert.deepEqual(seen({ isPlaceholder: false, isForNow: true }), [60, false]);
  assert.deepEqual(seen({ isPlaceholder: true }), [60, false]);
});

test('of all headers Accept, however long and odd, there are three kinds', () => {
  const rows: [string | undefined, string][] = [
    [undefined, 'other'],
    ['', 'other'],
    ['*/*', 'other'],
    ['image/*', 'other'],
    [AVIF, 'avif'],
    ['image/webp, IMAGE/AVIF ; q=0.1', 'avif'],
    ['image/avif;q=0,image/webp;q=0.000', 'other'],
    ['image/avif; q=x, image/webp;q=', 'other'],
    ['image/avif;level=1;q=0, image/webp;level=1', 'webp'],
    ['text/html,ximage/avif,image/avifx', 'other'],
    [`${'image/x,'.repeat(1000)}image/webp`, 'webp'],
    [',;q=0,'.repeat(3000), 'other'],
  ];
  for (const [accept, kind] of rows) assert.equal(acceptedFormat(accept), kind, String(accept).slice(0, 80));
  forAll(fc.string({ maxLength: 200 }), (accept) => {
    assert.ok(['avif', 'webp', 'other'].includes(acceptedFormat(accept)));
  });
});

const KEYS = newFolder();
writeFileSync(join(KEYS, 'key'), 'k'.repeat(32));

suite('pictures of any size', () => {
  const presets = {
    teaser: { width: 300, height: 100, fit: 'cover', focus: '0,0', quality: 70 },
    small: { width: 90 },
  };
  const [allowed, picture] = [
    (allow: string, more = {}) => ({ picture: { allow, presets, ...more } }),
    { maxSize: 500, presets },
  ];
  const app = appForAll({
    ABS_SIGN_KEYS: JSON.stringify([{ id: '2026', secretFile: join(KEYS, 'key') }]),
    // Of 640 x 400 pixels, a picture of the catalogue is larger than its largest preview.
    ABS_PREVIEW_BIG: 320,
    ABS_PREVIEW_SIZE: 200,
    ABS_ENDPOINTS: JSON.stringify({
      widths: allowed('widths', { widths: [400, 100, 200] }),
      presets: allowed('presets'),
      signed: allowed('signed'),
      small: { picture },
    }),
  });

  const ask = (query: string, { base = '', ...headers }: Record<string, string> = {}) =>
    fetch(`${app.url}/${base}asset.do?picture=${query}`, { headers });

  /** Format and size of a picture, or status and code of a failure. */
  async function shown(query: string, options: Record<string, string> = {}): Promise<string> {
    const response = await ask(query, options);
    if (response.status !== 200) return `${response.status} ${((await response.json()) as { code: string }).code}`;
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    return `${format} ${width}x${height}`;
  }

  test('each size, shape and screen has the pixels that follow from it, and the source limits them', async () => {
    const rows: [string, string, string][] = [
      // Of the picture itself, and of its largest preview of 320 x 200.
      ['', 'jpeg 200x125', 'jpeg 200x125'],
      ['&width=100', 'jpeg 100x63', 'jpeg 100x63'],
      ['&height=100', 'jpeg 160x100', 'jpeg 160x100'],
      ['&width=100&fit=cover', 'jpeg 100x63', 'jpeg 100x63'],
      ['&width=1000', 'jpeg 640x400', 'jpeg 320x200'],
      ['&width=1000&height=1000&fit=cover', 'jpeg 400x400', 'jpeg 200x200'],
      ['&width=1000&height=1000&fit=contain', 'jpeg 640x640', 'jpeg 320x320'],
      ['&width=75&height=51&fit=contain&dpr=1.5&format=png', 'png 113x77', 'png 113x77'],
      ['&crop=160x100%2B480%2B300', 'jpeg 160x100', 'jpeg 80x50'],
      ['&crop=50%25x50%25&width=100&format=webp', 'webp 100x63', 'webp 100x63'],
      ['&dpr=4', 'jpeg 640x400', 'jpeg 320x200'],
      ['&preset=teaser', 'jpeg 300x100', 'jpeg 300x100'],
      ['&preset=teaser&height=50&format=avif', 'heif 300x50', 'heif 300x50'],
    ];
    for (const [query, ofOriginal, ofPreview] of rows) {
      const options = /teaser/.test(query) ? { base: 'small/' } : {};
      assert.deepEqual(
        [await shown(`1000${query}`, options), await shown(`1007${query}`, options)],
        [ofOriginal, ofPreview],
        query,
      );
    }
    const small = { base: 'small/' };
    assert.equal(await shown('1000&width=400&height=400&dpr=2', small), 'jpeg 500x313');
    assert.equal(await shown('1000&width=501', small), '400 parameter_invalid');
    assert.equal(await shown('1000&preset=link', small), 'jpeg 500x263');
  });

  test('crops of whoever may not download are pixels of the largest preview', async () => {
    const preview = Buffer.from(await (await fetch(`${app.url}/asset.do?preview=1007&big=true`)).arrayBuffer());
    const random = fc.record({
      width: fc.integer({ min: 1, max: 700 }),
      height: fc.integer({ min: 1, max: 500 }),
      left: fc.integer({ min: 0, max: 639 }),
      top: fc.integer({ min: 0, max: 399 }),
    });
    for (const { width, height, left, top } of fc.sample(random, { seed: 7, numRuns: 20 })) {
      const crop = `${width}x${height}%2B${left}%2B${top}`;
      const drawn = await (await ask(`1007&crop=${crop}&width=3000&height=3000&format=png`)).arrayBuffer();
      const cut = { left, top, width: Math.min(width, 640 - left), height: Math.min(height, 400 - top) };
      const area = areaAt(cut, { width: 640, height: 400 }, { width: 320, height: 200 });
      const expected = await sharp(preview).extract(area).raw().toBuffer();
      assert.ok(expected.equals(await sharp(drawn).raw().toBuffer()), crop);
    }
  });

  test('where an operator limits sizes, they are rounded, or refused', async () => {
    const rows: Record<string, [string, string][]> = {
      widths: [
        ['', 'jpeg 200x125'],
        ['&dpr=3', 'jpeg 200x125'],
        ['&width=1', 'jpeg 100x63'],
        ['&width=100', 'jpeg 100x63'],
        ['&width=101&focus=center&fit=cover', 'jpeg 200x125'],
        ['&width=101&dpr=2&format=webp', 'webp 400x250'],
        ['&width=3000&dpr=4', 'jpeg 400x250'],
        ['&height=60', 'jpeg 100x63'],
        ['&height=63', 'jpeg 200x125'],
        ['&preset=teaser', 'jpeg 300x100'],
        ['&preset=small', 'jpeg 90x56'],
        ['&preset=teaser&width=150', 'jpeg 200x100'],
        ...[
          ...['&width=100&height=50', '&preset=small&height=50', '&preset=link&height=50', '&crop=9x9', '&quality=5'],
          ...['&background=000000', '&focus=0,0'],
        ].map((query): [string, string] => [query, '403 picture_not_allowed']),
      ],
      presets: [
        ['&preset=teaser', 'jpeg 300x100'],
        ['&preset=teaser&dpr=2&format=png&page=0&version=4&img=x&locale=de', 'png 600x200'],
        ['&preset=link', 'jpeg 640x336'],
        ['&preset=none', '400 parameter_invalid'],
        ...[
          ...['', '&width=300', '&preset=teaser&width=300', '&preset=teaser&dpr=1.5', '&preset=teaser&animated=false'],
        ].map((query): [string, string] => [query, '403 picture_not_allowed']),
      ],
      signed: [
        ['', '403 picture_not_allowed'],
        ['&preset=link', '403 picture_not_allowed'],
      ],
    };
    for (const [name, own] of Object.entries(rows)) {
      for (const [query, expected] of own) {
        assert.equal(await shown(`1000${query}`, { base: `${name}/` }), expected, `${name} ${query}`);
      }
    }
  });

  test('answers to format=auto say that they vary, also the second time, as 304, and as placeholders', async () => {
    for (const [accept, format] of [
      [AVIF, 'heif'],
      ['image/webp', 'webp'],
      ['*/*', 'jpeg'],
      [`${'image/x-other,'.repeat(700)}image/avif`, 'heif'],
    ] as const) {
      const tags = new Set<string | null>();
      for (let times = 0; times < 3; times++) {
        assert.equal(await shown('1000&width=50', { accept }), `${format} 50x31`);
        const response = await ask('1000&width=50', { accept });
        await response.arrayBuffer();
        assert.equal(response.headers.get('vary'), 'Accept');
        tags.add(response.headers.get('etag'));
      }
      assert.equal(tags.size, 1);
      // From memory, and by an address that was not asked for before.
      for (const query of ['1000&width=50', '1000&format=auto&width=50']) {
        const unchanged = await ask(query, { accept, 'if-none-match': [...tags].join() });
        assert.deepEqual([unchanged.status, unchanged.headers.get('vary')], [304, 'Accept'], query);
      }
      const placeholder = await ask('1004&width=50', { accept });
      assert.deepEqual([placeholder.headers.get('vary'), placeholder.headers.get('x-placeholder')], ['Accept', 'true']);
    }
    assert.equal((await ask('1000&width=50&format=webp', { accept: AVIF })).headers.get('vary'), null);
  });

  test('only an address with a version and the present tag is kept forever, of previews too', async () => {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(SAMPLE, 'files/dawn.jpg')))
      .digest('hex');
    const tag = (own: Partial<Parameters<typeof pictureTag>[0]> = {}) =>
      pictureTag({ sha256, version: 1, focus: undefined, marks: '', source: 320, ...own });
    const isKept = async (query: string) =>
      (await fetch(`${app.url}/asset.do?${query}`)).headers.get('cache-control') ===
      'public, max-age=31536000, immutable';
    assert.ok(await isKept('thumb=1007&version=1'));
    for (const name of ['picture', 'preview']) {
      assert.ok(await isKept(`${name}=1007&version=1&img=${tag()}`), name);
      for (const query of [
        ...['', `&img=${tag()}`, '&version=1', '&version=1&img=a.jpg', `&version=1&img=${tag()}x`],
        ...[{ source: 'original' as const }, { version: 2 }, { focus: { x: 0, y: 1 } }, { marks: 'x' }].map(
          (own) => `&version=1&img=${tag(own)}`,
        ),
      ]) {
        assert.ok(!(await isKept(`${name}=1007${query}`)), `${name} ${query}`);
      }
    }
  });
});
