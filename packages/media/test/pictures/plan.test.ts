import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { drawingKey, pdfKey, renditionKey } from '../../src/pictures/key.ts';
import { fitInside, mayHavePage } from '../../src/pictures/plan.ts';
import { planFor } from './pictures.ts';

const side = fc.integer({ min: 1, max: 200_000 });
const box = fc.integer({ min: 1, max: 10_000 });

test('a fitted picture is as large as its box allows, never enlarged nor empty, and keeps its aspect ratio', () => {
  forAll(side, side, box, (width, height, limit) => {
    const fitted = fitInside(width, height, limit);
    const scale = Math.min(1, limit / Math.max(width, height));
    for (const [got, from] of [
      [fitted.width, width],
      [fitted.height, height],
    ] as const) {
      assert.ok(Number.isInteger(got) && got >= 1 && got <= Math.min(limit, from));
      assert.ok(Math.abs(got - from * scale) <= 1);
    }
    assert.equal(Math.max(fitted.width, fitted.height), Math.min(limit, Math.max(width, height)));
  });
});

test('an unknown size stays unknown', () => {
  assert.deepEqual(fitInside(0, 0, 1024), { width: 0, height: 0 });
  assert.deepEqual(fitInside(640, 0, 1024), { width: 0, height: 0 });
});

test('each kind and size has the box of the configuration', () => {
  const boxes = (['thumb', 'preview'] as const).flatMap((kind) =>
    [{}, { middle: true }, { big: true }, { big: true, middle: true }].map((size) => planFor({ kind, ...size }).box),
  );
  assert.deepEqual(boxes, [256, 512, 1024, 1024, 1024, 1024, 3000, 3000]);
});

test('the first page always exists, and others if the file has them', () => {
  const picture = { mediaType: 'image/tiff', category: 1 } as const;
  assert.ok(mayHavePage({ ...picture, pages: 0 }, 0));
  assert.ok(!mayHavePage({ ...picture, pages: 0 }, 1));
  assert.ok(mayHavePage({ ...picture, pages: 2 }, 1));
  assert.ok(!mayHavePage({ ...picture, pages: 2 }, 2));
  assert.ok(!mayHavePage({ ...picture, pages: 2 }, -1));
});

test('page counts of Office files and of PDF files that could not be opened are ignored', () => {
  const letter = { mediaType: 'application/msword', category: 2 } as const;
  const pdf = { mediaType: 'application/pdf', category: 2 } as const;
  assert.ok(mayHavePage({ ...letter, pages: 1 }, 7));
  assert.ok(!mayHavePage({ ...letter, pages: 1 }, -1));
  assert.ok(mayHavePage({ ...pdf, pages: 0 }, 7));
  assert.ok(!mayHavePage({ ...pdf, pages: 2 }, 2));
});

test('a key is a valid file name, and differs by source, media type, plan and renderer version', () => {
  const plan = planFor();
  const properties = { mediaType: 'text/csv', width: 0, height: 0, pages: 0 };
  const source = { sha256: 'a'.repeat(64), properties };
  const sources = [
    { ...source, sha256: 'b'.repeat(64) },
    { ...source, properties: { ...properties, mediaType: 'text/plain' } },
    ...(['width', 'height', 'pages'] as const).map((name) => ({ ...source, properties: { ...properties, [name]: 1 } })),
  ];
  const key = renditionKey(source, plan, '1');
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(key, renditionKey({ ...source }, { ...plan }, '1'));
  const others = [
    ...sources.map((other) => renditionKey(other, plan, '1')),
    ...[source, ...sources].map((other) => pdfKey(other, '1', 'pdf')),
    pdfKey(source, '2', 'pdf'),
    pdfKey(source, '1', 'whole pdf'),
    drawingKey({ svg: source.sha256 }, plan, '1'),
    renditionKey(source, plan, '2'),
    ...(['page', 'box', 'quality'] as const).map((name) =>
      renditionKey(source, { ...plan, [name]: plan[name] + 1 }, '1'),
    ),
    renditionKey(source, { ...plan, background: '#000000' }, '1'),
  ];
  assert.equal(new Set([key, ...others]).size, others.length + 1);
});

test('a big thumb and a preview with the same box are one rendition', () =>
  assert.deepEqual(planFor({ kind: 'thumb', big: true }), planFor({ kind: 'preview', big: false })));
