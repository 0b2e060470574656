/** The tiles of large pictures: which are seen and where, what is loaded and cancelled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Asset, ServiceError, type Tiles } from '../../client/src/index.ts';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { until } from '../../core/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import type { TileView } from '../src/viewer/tile-layer.ts';
import {
  isSeen,
  levelSize,
  MAX_TILES,
  type PictureView,
  placeOf,
  type Tile,
  visibleTiles,
} from '../src/viewer/tile-places.ts';
import { boxOf, fitInto, keepInStage } from '../src/viewer/zoom.ts';
import './support/client-from-source.ts';

/** Images of a browser whose loading the test decides. */
class LoadingImage {
  static readonly all: LoadingImage[] = [];
  src = '';
  readonly #decoded = Promise.withResolvers<void>();
  constructor() {
    LoadingImage.all.push(this);
  }
  decode = () => this.#decoded.promise;
  arrive = () => this.#decoded.resolve();
  fail = () => this.#decoded.reject(new Error('no picture'));
  removeAttribute(_name: 'src'): void {
    this.src = '';
    this.fail();
  }
  static at(address: string): LoadingImage | undefined {
    return LoadingImage.all.findLast(({ src }) => src === address);
  }
}

Object.assign(globalThis, { devicePixelRatio: 1, Image: LoadingImage });

const { openTileImages } = await import('../src/viewer/tile-images.ts');
const { openTileLayer } = await import('../src/viewer/tile-layer.ts');

/** Describes a picture as the service does. */
function tilesOf(width: number, height: number, side = 512): Tiles {
  const levels = 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / side)));
  return { width, height, side, levels };
}

const pixels = fc.integer({ min: 1, max: 200_000 });
const described = fc.record({ width: pixels, height: pixels, side: fc.constantFrom(256, 512, 1024) });
const ratios = fc.constantFrom(1, 1.25, 1.5, 2, 3);
const offsets = fc.double({ min: -1e6, max: 1e6, noNaN: true });

/** A picture at any zoom that a viewer allows, on stages of up to 8K. */
const views = fc
  .record({
    ...{ picture: described, ratio: ratios, part: fc.double({ min: 0, max: 1, noNaN: true }), x: offsets, y: offsets },
    stage: fc.record({ width: fc.integer({ min: 1, max: 3840 }), height: fc.integer({ min: 1, max: 2160 }) }),
  })
  .map(({ picture, ratio, part, x, y, stage }) => {
    Object.assign(globalThis, { devicePixelRatio: ratio });
    const tiles = tilesOf(picture.width, picture.height, picture.side);
    const fitted = fitInto(tiles, stage);
    const maxScale = Math.max(4, (2 * tiles.width) / fitted.width / ratio);
    const limits = { fitted, stage, minScale: 1, maxScale };
    const box = boxOf(keepInStage({ scale: maxScale ** part, x, y }, limits), limits);
    return { tiles, view: { box, stage, ratio } satisfies PictureView };
  });

const name = ({ level, column, row }: Tile) => `${level} ${column} ${row}`;

test('the tiles that are seen cover what is seen of the picture, each once, without gaps, and few are drawn', () => {
  forAll(views, ({ tiles, view }) => {
    const seen = visibleTiles(tiles, view);
    const { box, stage, ratio } = view;
    assert.ok(seen.length <= MAX_TILES);
    assert.equal(new Set(seen.map(name)).size, seen.length);
    const [first] = seen;
    // Not a pixel of the picture may be on the stage then.
    if (!first) return assert.ok(box.width < 1e-6 || box.height < 1e-6);
    const size = levelSize(tiles, first.level);
    const [columns, rows] = [Math.ceil(size.width / tiles.side), Math.ceil(size.height / tiles.side)];
    let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
    for (const tile of seen) {
      assert.equal(tile.level, first.level);
      assert.ok(tile.column >= 0 && tile.column < columns && tile.row >= 0 && tile.row < rows, name(tile));
      assert.ok(isSeen(tiles, tile, view));
      const { x, y, width, height } = placeOf(tiles, tile, box, ratio);
      for (const edge of [x, y, x + width, y + height])
        assert.ok(Math.abs(edge * ratio - Math.round(edge * ratio)) < 1e-6, `an edge between pixels: ${edge}`);
      const next = placeOf(tiles, { ...tile, column: tile.column + 1 }, box, ratio);
      assert.ok(Math.abs(next.x - x - width) < 1e-6);
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
    }
    // They are all tiles of a rectangle, because each is in it once.
    const across = new Set(seen.map(({ column }) => column)).size;
    assert.equal(seen.length, across * new Set(seen.map(({ row }) => row)).size);
    // Edges move by up to half a pixel of the screen.
    const pixel = 1 / ratio + 1e-6;
    assert.ok(left <= Math.max(0, -box.x) + pixel && top <= Math.max(0, -box.y) + pixel);
    assert.ok(right >= Math.min(box.width, stage.width - box.x) - pixel);
    assert.ok(bottom >= Math.min(box.height, stage.height - box.y) - pixel);
  });
});

test('the level has a pixel for each of the screen, the next smaller one has not, and a huge screen gets a smaller one', () => {
  forAll(views, ({ tiles, view }) => {
    const level = visibleTiles(tiles, view)[0]?.level;
    if (level === undefined) return;
    const needed = Math.max(view.box.width, view.box.height) * view.ratio;
    const longest = (at: number) => Math.max(levelSize(tiles, at).width, levelSize(tiles, at).height);
    if (level > 0) assert.ok(longest(level - 1) < needed + 1, `level ${level} is larger than needed`);
    const isHuge = view.stage.width * view.ratio > 4000 || view.stage.height * view.ratio > 2000 || tiles.side < 512;
    if (!isHuge) assert.ok(level === tiles.levels - 1 || longest(level) >= needed - 1, `level ${level} is too small`);
  });
  const whole = { box: { x: 0, y: 0, width: 3000, height: 2250 }, stage: { width: 3000, height: 2250 }, ratio: 1 };
  assert.equal(visibleTiles(tilesOf(6000, 4500), whole)[0]?.level, 3);
  assert.equal(visibleTiles(tilesOf(6000, 4500), { ...whole, ratio: 2 })[0]?.level, 4);
  assert.deepEqual(visibleTiles({ width: 0, height: 0, side: 512, levels: 0 }, whole), []);
});

const tileAt = (level: number, column: number): Tile => ({ level, column, row: 0 });

/** Opens tiles whose addresses are their names. */
function openImages() {
  LoadingImage.all.length = 0;
  let changes = 0;
  const images = openTileImages({ sourceOf: name, changed: () => changes++ });
  const imageOf = (tile: Tile) => LoadingImage.at(name(tile)) ?? assert.fail(`${name(tile)} is not being loaded`);
  return { images, imageOf, shown: () => images.loaded.map(name), changes: () => changes };
}

const ALL = () => true;
const NONE = () => false;

test('tiles of the former level stay until all of the next one have come or failed, and coarse ones are below', async () => {
  const { images, imageOf, shown } = openImages();
  const [coarse, left, right] = [tileAt(1, 0), tileAt(2, 0), tileAt(2, 1)];
  images.want([coarse], ALL, NONE);
  await setImmediate();
  assert.deepEqual(shown(), []);
  imageOf(coarse).arrive();
  await setImmediate();
  assert.deepEqual(shown(), [name(coarse)]);
  images.want([right, left], ALL, NONE);
  await setImmediate();
  imageOf(right).arrive();
  await setImmediate();
  assert.deepEqual(shown(), [name(coarse), name(right)]);
  imageOf(left).fail();
  await setImmediate();
  assert.deepEqual(shown(), [name(right)]);
});

test('tiles that are not wanted any more are cancelled, and leave at once if they are not seen', async () => {
  const { images, imageOf, shown, changes } = openImages();
  const [one, other, next] = [tileAt(2, 0), tileAt(2, 1), tileAt(2, 2)];
  images.want([one, other], ALL, NONE);
  await setImmediate();
  const [loaded, cancelled] = [imageOf(one), imageOf(other)];
  loaded.arrive();
  await setImmediate();
  const before = changes();
  images.want([next], NONE, NONE);
  assert.deepEqual([shown(), changes() - before, cancelled.src], [[], 1, '']);
  images.want([next], NONE, NONE);
  assert.equal(changes() - before, 1);
  cancelled.arrive();
  await setImmediate();
  assert.deepEqual(shown(), []);
});

test('a tile that has failed is loaded again when it is wanted again, and not before', async () => {
  const { images, imageOf, shown } = openImages();
  const tile = tileAt(0, 0);
  images.want([tile], ALL, NONE);
  await setImmediate();
  imageOf(tile).fail();
  await setImmediate();
  images.want([tile], ALL, NONE);
  assert.equal(LoadingImage.all.length, 1);
  images.want([], NONE, NONE);
  images.want([tile], ALL, NONE);
  await setImmediate();
  assert.equal(LoadingImage.all.length, 2);
  imageOf(tile).arrive();
  await setImmediate();
  assert.deepEqual(shown(), [name(tile)]);
});

/** A layer, and the descriptions that it has requested. */
function openLayer() {
  LoadingImage.all.length = 0;
  const asked: (PromiseWithResolvers<Tiles> & { readonly signal: AbortSignal })[] = [];
  const catalogue = {
    client: {
      asset: {
        tiles: (_query: unknown, { signal }: { signal: AbortSignal }) => {
          const answer = Promise.withResolvers<Tiles>();
          asked.push({ ...answer, signal });
          return answer.promise;
        },
        tile: { url: name },
      },
    },
  } as unknown as Catalogue;
  const asset: Asset = { id: 7, type: 1, name: 'large.jpg', version: 3 };
  const layer = openTileLayer(catalogue, asset, () => {});
  /** Sees the middle of the picture, this wide, on a stage of 500 × 500 pixels. */
  const see = (width: number, sharpTo = 3000) => {
    const box = { x: (500 - width) / 2, y: (500 - width) / 2, width, height: width };
    layer.show({ box, stage: { width: 500, height: 500 }, ratio: 1, sharpTo } satisfies TileView);
    return box;
  };
  return { layer, see, asked };
}

const LARGE = tilesOf(8000, 8000);

test('tiles are described once, when the preview is not sharp any more, and loaded when the scale rests', async () => {
  const { layer, see, asked } = openLayer();
  see(2900);
  see(2900);
  assert.equal(asked.length, 0);
  for (let width = 3000; width <= 3900; width += 100) see(width);
  assert.equal(asked.length, 0);
  await until(() => asked.length === 1);
  assert.deepEqual([layer.isDescribing, layer.size], [true, undefined]);
  asked[0]?.resolve(LARGE);
  await until(() => layer.size !== undefined);
  assert.deepEqual([layer.isDescribing, layer.hasFailed, layer.size?.width], [false, false, 8000]);
  see(3900);
  assert.ok(LoadingImage.all.length > 0);
  const before = LoadingImage.all.length;
  for (let width = 4000; width <= 8000; width += 100) see(width);
  assert.equal(LoadingImage.all.length, before);
  await until(() => LoadingImage.all.length > before);
  // Small enough for the preview again.
  see(2000);
  await until(() => LoadingImage.all.every(({ src }) => src === ''));
  assert.equal(asked.length, 1);
  layer.close();
});

test('a failure is reported while tiles are needed, and tried again on demand', async () => {
  const { layer, see, asked } = openLayer();
  see(4000);
  await until(() => asked.length === 1);
  asked[0]?.reject(new ServiceError('internal', 'broken', { status: 500 }));
  await until(() => layer.hasFailed);
  see(4000);
  see(2000);
  assert.deepEqual([asked.length, layer.hasFailed], [1, false]);
  see(4000);
  assert.equal(layer.hasFailed, true);
  layer.retry();
  assert.deepEqual([asked.length, layer.isDescribing, layer.hasFailed], [2, true, false]);
  asked[1]?.resolve({ width: 0, height: 0, side: 512, levels: 0 });
  await until(() => !layer.isDescribing);
  const box = see(4000);
  assert.deepEqual([layer.size, layer.placedIn(box), layer.hasFailed], [undefined, [], false]);
  layer.close();
});

test('without a view everything is cancelled, and what arrives late is not drawn', async () => {
  const { layer, see, asked } = openLayer();
  see(4000);
  await until(() => asked.length === 1);
  layer.show(undefined);
  assert.equal(asked[0]?.signal.aborted, true);
  asked[0]?.resolve(LARGE);
  await setImmediate();
  assert.equal(layer.size, undefined);
  const box = see(4000);
  await until(() => asked.length === 2);
  asked[1]?.resolve(LARGE);
  await until(() => layer.size !== undefined);
  see(4000);
  const loading = [...LoadingImage.all];
  await setImmediate();
  assert.ok(loading.length > 0 && loading.every(({ src }) => src !== ''));
  layer.close();
  assert.ok(loading.every(({ src }) => src === ''));
  for (const image of loading) image.arrive();
  await setImmediate();
  assert.deepEqual(layer.placedIn(box), []);
});
