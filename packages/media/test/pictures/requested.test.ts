import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { readGeometry } from '../../../core/src/domain/geometry.ts';
import { ALL_MEANS, plannedSize } from '../../src/pictures/preview-size.ts';
import type { Plan, Rendered } from '../../src/pictures/renderer.ts';
import { isNear, patiently, sourceAt, useRenderer } from './pictures.ts';

const PLAN: Plan = { page: 0, box: 100, quality: 90, background: '#ffffff' };
const [RED, LIME, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;

/** An upright picture of 800 x 400 pixels: red, with a green square at its right and a blue one at the bottom left. */
const squares = (bottom = 300) =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: 100, height: 100, channels: 3, background: 'lime' } }, left: 700, top: 0 },
    { input: { create: { width: 100, height: 100, channels: 3, background: 'blue' } }, left: 0, top: bottom },
  ]);

suite('pictures of any size, shape and format', () => {
  const { renderer, at } = useRenderer();
  const draw = (name: string, plan: Partial<Plan>, properties = {}): Promise<Rendered> =>
    renderer.render({ ...PLAN, ...plan }, sourceAt(at(name), properties), patiently());
  const size = ({ width, height }: { readonly width: number; readonly height: number }) => `${width}x${height}`;

  /** The colour at a place, from 0 to 1. */
  async function colourAt({ bytes, width, height }: Rendered, x: number, y: number): Promise<readonly number[]> {
    const left = Math.min(width - 1, Math.floor(x * width));
    const top = Math.min(height - 1, Math.floor(y * height));
    const pixel = sharp(bytes).removeAlpha().toColourspace('srgb').extract({ left, top, width: 1, height: 1 });
    return [...(await pixel.raw().toBuffer())];
  }

  async function looks(drawn: Rendered, places: readonly (readonly [number, number, readonly number[]])[]) {
    for (const [x, y, colour] of places) {
      const found = await colourAt(drawn, x, y);
      assert.ok(isNear(found, colour, 12), `${found} at ${x}, ${y} in ${size(drawn)} ${drawn.format}`);
    }
  }

  test('a crop, a focus, a border, a mirror and a turn show what was drawn there, in every format', async () => {
    // Stored turned, so that all of it is measured in the upright picture.
    await squares().withMetadata({ orientation: 1 }).png().toFile(at('a.png'));
    const turned = await sharp(at('a.png')).rotate(-90).toBuffer();
    await sharp(turned).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toFile(at('a.jpg'));
    const crop = readGeometry('200x100+600+0');
    assert.ok(crop);
    const cover = { width: 100, height: 100, fit: 'cover' } as const;
    for (const format of ['jpg', 'png', 'webp', 'avif'] as const) {
      for (const name of ['a.jpg', 'a.png']) {
        const cropped = await draw(name, { format, crop, box: 1000 });
        assert.deepEqual([size(cropped), cropped.format], ['200x100', format]);
        await looks(cropped, [
          [0.75, 0.5, LIME],
          [0.25, 0.5, RED],
        ]);
      }
    }
    const kept = async (focus: NonNullable<Plan['frame']>['focus']) =>
      draw('a.jpg', { frame: { ...cover, ...(focus && { focus }) } });
    await looks(await kept({ x: 0.95, y: 0.1 }), [[0.9, 0.1, LIME]]);
    await looks(await kept({ x: 0, y: 1 }), [[0.1, 0.9, BLUE]]);
    await looks(await kept(undefined), [[0.5, 0.5, RED]]);
    const bordered = await draw('a.jpg', { frame: { ...cover, fit: 'contain' }, background: '#0000ff' });
    assert.equal(size(bordered), '100x100');
    await looks(bordered, [
      [0.5, 0.1, BLUE],
      [0.5, 0.5, RED],
      [0.5, 0.9, BLUE],
    ]);
    const mirrored = await draw('a.jpg', { isMirrored: true, degrees: 90, box: 400 });
    assert.equal(size(mirrored), '200x400');
    await looks(mirrored, [
      [0.95, 0.05, LIME],
      [0.05, 0.95, BLUE],
    ]);
    const gray = await draw('a.jpg', { isGray: true });
    assert.equal((await sharp(gray.bytes).metadata()).channels, 1);
  });

  test('whole pictures tell how it looks, but not specks, parts, or colours that a caller chose', async () => {
    await squares().png().toFile(at('look.png'));
    const inside = (side: number) => ({ box: side, frame: { width: side, height: side, fit: 'inside' as const } });
    const crop = readGeometry('300x200+0+0');
    assert.ok(crop);
    for (const [plan, isTold] of [
      [{ box: 300 }, true],
      [{ ...inside(300), format: 'avif' }, true],
      [{ ...inside(300), format: 'webp' }, true],
      [inside(8), false],
      [{ ...inside(300), quality: 1 }, false],
      [{ ...inside(300), background: '#ff0000' }, false],
      [{ ...inside(300), crop }, false],
      [{ box: 300, frame: { width: 300, height: 300, fit: 'cover' } }, false],
      [{ box: 300, isGray: true }, false],
    ] as const) {
      const { look } = await draw('look.png', plan);
      assert.equal(look !== undefined, isTold, JSON.stringify(plan));
    }
  });

  test('the most striking part is kept where that is asked for', async () => {
    const spot = {
      input: Buffer.from('<svg width="90" height="90"><circle cx="45" cy="45" r="40" fill="#f80"/></svg>'),
    };
    const gray = sharp({ create: { width: 800, height: 200, channels: 3, background: '#888' } });
    await gray
      .composite([{ ...spot, left: 600, top: 50 }])
      .png()
      .toFile(at('spot.png'));
    const drawn = await draw('spot.png', { frame: { width: 200, height: 200, fit: 'cover', focus: 'striking' } });
    assert.equal(size(drawn), '200x200');
    const { dominant } = await sharp(drawn.bytes).stats();
    assert.ok((await sharp(drawn.bytes).stats()).channels[0]?.max === 255, JSON.stringify(dominant));
  });

  test('transparency stays where a format has it, and decides between JPEG and PNG', async () => {
    const clear = {
      create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0 } },
    } as const;
    await sharp(clear).png().toFile(at('clear.png'));
    await sharp(clear).flatten().ensureAlpha().png().toFile(at('opaque.png'));
    const either = { format: 'jpg-or-png' as const };
    assert.equal((await draw('clear.png', either)).format, 'png');
    assert.equal((await draw('opaque.png', either)).format, 'jpg');
    for (const format of ['png', 'webp', 'avif'] as const) {
      assert.equal((await sharp((await draw('clear.png', { format })).bytes).stats()).isOpaque, false, format);
      const frame = { width: 60, height: 60, fit: 'contain' } as const;
      const bordered = await draw('clear.png', { format, frame });
      assert.equal((await sharp(bordered.bytes).stats()).isOpaque, true);
      await looks(bordered, [[0.5, 0.5, WHITE]]);
    }
    await looks(await draw('clear.png', { background: '#ff0000' }), [[0.5, 0.5, RED]]);
  });

  test('what has no pixels is drawn as large as asked, also a part of it', async () => {
    const rects = '<rect width="80" height="40" fill="red"/><rect x="70" width="10" height="10" fill="lime"/>';
    writeFileSync(at('a.svg'), `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">${rects}</svg>`);
    const properties = { width: 80, height: 40 };
    const crop = readGeometry('20x10+60+0');
    assert.ok(crop);
    for (const [plan, asked] of [
      [{ frame: { width: 500, height: 500, fit: 'cover' } }, '500x500'],
      [{ frame: { width: 500, height: 500, fit: 'contain' } }, '500x500'],
      [{ frame: { width: 500, height: 3000, fit: 'inside' } }, '500x250'],
      [{ crop, box: 1000 }, '1000x500'],
    ] as const) {
      const drawn = await draw('a.svg', plan, properties);
      assert.equal(size(drawn), asked);
      const version = { file: { sha256: '', size: 1, crc32: 0 }, properties: sourceAt('a.svg', properties).properties };
      assert.deepEqual(size(plannedSize(version, { ...PLAN, ...plan }, ALL_MEANS)), asked);
      if ('crop' in plan) {
        await looks(drawn, [
          [0.75, 0.95, LIME],
          [0.45, 0.5, RED],
        ]);
        // Not enlarged from a smaller drawing: the edge is as sharp as it can be.
        const edge = await Promise.all([0.497, 0.503].map((x) => colourAt(drawn, x, 0.5)));
        assert.ok(isNear(edge[0] ?? [], RED, 40) && isNear(edge[1] ?? [], LIME, 40), JSON.stringify(edge));
      }
    }
  });

  test('a picture that is drawn from another rendition has its pixels, and crops are measured in the file', async () => {
    await squares().png().toFile(at('b.png'));
    const preview = await draw('b.png', { box: 200 });
    const crop = readGeometry('200x100+600+0');
    assert.ok(crop);
    const drawn = await renderer.render({ ...PLAN, crop, box: 1000 }, preview, patiently());
    assert.equal(size(drawn), '50x25');
    await looks(drawn, [
      [0.75, 0.5, LIME],
      [0.25, 0.5, RED],
    ]);
  });

  test('marks are written into pictures of at least 480 pixels', async () => {
    await squares().png().toFile(at('c.png'));
    const marks = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
    for (const format of ['jpg', 'png', 'webp', 'avif'] as const) {
      for (const box of [479, 480]) {
        const { xmp } = await sharp((await draw('c.png', { format, box, marks })).bytes).metadata();
        assert.equal(xmp?.toString().includes('xmpmeta') ?? false, box === 480, `${format} ${box}`);
      }
    }
  });

  test('what moves stays moving up to a number of pixels, cut and bordered like a still picture', async () => {
    const colours = ['#ff0000', '#00ff00', '#0000ff'];
    const frames = colours.map(
      (fill) => `<rect y="${colours.indexOf(fill) * 40}" width="80" height="40" fill="${fill}"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="120">${frames.join('')}</svg>`;
    const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
    const raw = { width: 80, height: 120, channels: info.channels, pageHeight: 40 };
    for (const format of ['gif', 'webp'] as const) {
      await sharp(data, { raw, animated: true })
        .toFormat(format, { delay: [100, 200, 300], loop: 2, lossless: true })
        .toFile(at(`moving.${format}`));
      const cover = { width: 20, height: 20, fit: 'cover' } as const;
      for (const plan of [
        { frame: { width: 40, height: 30, fit: 'inside' } as const },
        { frame: { ...cover, focus: 'striking' } as const },
        { frame: cover },
        { frame: { ...cover, fit: 'contain' } as const, background: '#ff0000' },
      ]) {
        const drawn = await draw(`moving.${format}`, { ...plan, maxFramePixels: 80 * 120 });
        const { pages, pageHeight, width, delay, loop } = await sharp(drawn.bytes, { animated: true }).metadata();
        assert.deepEqual([pages, delay, loop], [3, [100, 200, 300], 2], format);
        assert.equal(size(drawn), `${width}x${pageHeight}`);
        for (const [page, colour] of [RED, LIME, BLUE].entries()) {
          const still = await sharp(drawn.bytes, { page }).png().toBuffer();
          await looks({ ...drawn, bytes: still }, [[0.5, 0.5, colour]]);
        }
      }
      // One pixel too many, and what is not asked for.
      for (const maxFramePixels of [{ maxFramePixels: 80 * 120 - 1 }, {}]) {
        const still = await draw(`moving.${format}`, { box: 40, ...maxFramePixels });
        assert.deepEqual([still.format, (await sharp(still.bytes).metadata()).pages ?? 1], ['jpg', 1]);
        await looks(still, [[0.5, 0.5, RED]]);
      }
    }
  });
});
