import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TILE_SIDE, tileLevels, tileNumber, tilePlaces } from '../../src/domain/tiles.ts';
import fc, { forAll } from '../support/fast-check.ts';

const side = fc.integer({ min: 1, max: 100_000 });
const size = fc.record({ width: side, height: side });

suite('tiles', () => {
  test('levels halve down to one tile, and columns and rows cover each of them without an empty one', () => {
    forAll(size, (picture) => {
      const levels = tileLevels(picture);
      const [first, last] = [levels[0], levels.at(-1)];
      assert.deepEqual([last?.width, last?.height, first?.columns, first?.rows], [picture.width, picture.height, 1, 1]);
      for (const [index, { width, height, columns, rows }] of levels.entries()) {
        const next = levels[index + 1];
        if (next) assert.deepEqual([width, height], [Math.ceil(next.width / 2), Math.ceil(next.height / 2)]);
        if (index > 0) assert.ok(Math.max(width, height) > TILE_SIDE);
        assert.ok(columns * TILE_SIDE >= width && (columns - 1) * TILE_SIDE < width);
        assert.ok(rows * TILE_SIDE >= height && (rows - 1) * TILE_SIDE < height);
      }
    });
  });

  test('every place has its position in their order as its number, and nothing else has one', () => {
    forAll(fc.record({ width: fc.nat(9000), height: fc.nat(9000) }), ({ width, height }) => {
      const levels = tileLevels({ width: width + 1, height: height + 1 });
      for (const [index, place] of tilePlaces(levels).entries()) assert.equal(tileNumber(levels, place), index);
      for (const [level, { columns, rows }] of levels.entries()) {
        assert.equal(tileNumber(levels, { level, column: columns, row: 0 }), undefined);
        assert.equal(tileNumber(levels, { level, column: 0, row: rows }), undefined);
      }
      assert.equal(tileNumber(levels, { level: levels.length, column: 0, row: 0 }), undefined);
      assert.equal(tileNumber(levels, { level: -1, column: 0, row: 0 }), undefined);
    });
  });
});
