/** Renditions of files in a folder of their own, for each test of a suite. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import type { Plan, Renderer } from '../../../src/media/pictures/renderer.ts';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import {
  openRenditions,
  type PictureRendition,
  type RenditionOrder,
  type Renditions,
} from '../../../src/media/pictures/renditions.ts';
import { originalsAt } from '../../support/local-originals.ts';
import { SLOW_SVG } from '../../support/slow-svg.ts';
import { patiently, planFor, sourceAt } from './pictures.ts';

export const SIZES = [{}, { kind: 'preview' }, { kind: 'preview', big: true }] as const;

/** Paths of the files that were asked for, by key. */
const paths = new Map<string, string>();
export const originals = originalsAt((key) => paths.get(key));

/** What a test of renditions works with; made anew for each. */
interface World {
  renderer: Renderer;
  /** Gives up after ten seconds. A placeholder takes far less, and the slow file far longer. */
  hasty: Renderer;
  /** Plans of the renderings that started, in order. */
  begun: Plan[];
  folder: string;
  directory: string;
  /** Path of a picture. */
  photo: string;
  now: number;
  reports: Error[];
  renditions: Renditions;
}

/** Registers the hooks of the current suite, which fill the world. */
export function useRenditions() {
  const world = {} as World;
  let sharpRenderer: Renderer;

  before(() => {
    sharpRenderer = openSharpRenderer({ processes: 2, seconds: 120, megabytes: 512, queue: 100 });
    world.hasty = openSharpRenderer({ processes: 1, seconds: 10, megabytes: 512, queue: 100 });
  });
  after(async () => {
    await sharpRenderer[Symbol.asyncDispose]();
    await world.hasty[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    world.folder = await mkdtemp(join(tmpdir(), 'renditions-'));
    world.directory = join(world.folder, 'store');
    world.photo = await photoOf('teal', 600, 400);
    world.begun = [];
    world.reports = [];
    world.now = 0;
    world.renderer = counted(sharpRenderer);
    world.renditions = open();
  });
  afterEach(async () => {
    await world.renditions[Symbol.asyncDispose]();
    await rm(world.folder, { recursive: true });
  });

  function open(drawing = world.renderer): Renditions {
    return openRenditions({
      directory: world.directory,
      renderer: drawing,
      originals,
      storeMegabytes: 10,
      report: (trouble) => world.reports.push(trouble),
      now: () => world.now,
    });
  }

  function counted(inner: Renderer): Renderer {
    return {
      version: inner.version,
      render(plan, source, options) {
        world.begun.push(plan);
        return inner.render(plan, source, options);
      },
      toPdf: (source, options) => inner.toPdf(source, options),
      [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
    };
  }

  function order(path: string, properties = {}, request = {}): RenditionOrder {
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    paths.set(sha256, path);
    return {
      plan: planFor(request),
      source: { properties: sourceAt(path, properties).properties, sha256 },
      category: 1,
    };
  }

  /** Boxes of the files that started, without the placeholders. */
  function begunFiles(): readonly number[] {
    return world.begun.filter(({ background }) => background === '#ffffff').map(({ box }) => box);
  }

  async function photoOf(background: string, width = 60, height = 40): Promise<string> {
    const path = join(world.folder, `${background}.jpg`);
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toFile(path);
    return path;
  }

  /** Resolves when a rendering has started. */
  async function untilBegun(): Promise<void> {
    while (world.begun.length === 0) await setImmediate();
  }

  async function slowFile(): Promise<string> {
    const path = join(world.folder, 'slow.svg');
    await writeFile(path, SLOW_SVG);
    return path;
  }

  return { world, open, counted, order, begunFiles, photoOf, untilBegun, slowFile };
}

export async function pictureOf(renditions: Renditions, order: RenditionOrder): Promise<PictureRendition> {
  const rendition = await renditions.get(order, patiently());
  assert.ok(rendition.kind === 'picture');
  return rendition;
}
