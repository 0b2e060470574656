import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { FORMATS, TABLE } from '../../../../media/test/conversions/table.ts';
import { isNear } from '../../../../media/test/pictures/pictures.ts';
import { type RunningApp, startApp } from '../../support/app.ts';
import { idOf, writeSources } from './sources.ts';

/** A service with the files of `sources.ts` and the formats of `table.ts`. */
export interface Converted extends AsyncDisposable {
  readonly app: RunningApp;
  /** The files, and a temporary folder for a test. */
  readonly folder: string;
  get(download: string, init?: RequestInit): Promise<Response>;
}

export async function openConverted(): Promise<Converted> {
  await using stack = new AsyncDisposableStack();
  const folder = await writeSources(FORMATS);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const app = stack.use(await startApp({}, folder));
  const owned = stack.move();
  return {
    app,
    folder,
    get: (download, init) => fetch(`${app.url}/asset.do?download=${download}`, init),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

export async function bytesOf(response: Response): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.toString('utf8', 0, 300));
  return bytes;
}

/** Runs a test for each row of the table whose file is wanted. */
export function testRows(isWanted: (name: string) => boolean, service: Converted): void {
  for (const [at, [title, name, , expected, options]] of TABLE.entries()) {
    if (!isWanted(name)) continue;
    test(`${title} (${name})`, async () => {
      const response = await service.get(`${idOf(name)}:${at + 1}${options === undefined ? '' : `:${options}`}`);
      const bytes = await bytesOf(response);
      const { width, height, space, depth, density, hasAlpha, icc } = await sharp(bytes).metadata();
      const found: Record<string, unknown> = {
        type: response.headers.get('content-type'),
        size: [width, height],
        ...{ space, depth, density, hasAlpha, profile: icc?.toString('latin1', 16, 20) },
      };
      const { colours = [], ...properties } = expected;
      for (const [fact, value] of Object.entries(properties)) assert.deepEqual(found[fact], value, fact);
      const seen = await quartersOf(bytes);
      for (const [quarter, colour] of colours.entries())
        assert.ok(isNear(seen[quarter] ?? [], colour, 6), `quarter ${quarter}: ${seen[quarter]} is not ${colour}`);
    });
  }
}

/** Colours in the middle of the four quarters. */
export async function quartersOf(bytes: Buffer): Promise<readonly (readonly number[])[]> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .withIccProfile('srgb', { attach: false })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor(width * (quarter % 2 ? 0.75 : 0.25));
    const y = Math.floor(height * (quarter > 1 ? 0.75 : 0.25));
    const at = (y * width + x) * channels;
    return [...data.subarray(at, at + 3)];
  });
}
