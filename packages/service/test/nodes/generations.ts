/** The sample with a state that each import replaces, and with what every answer shows of it. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { SAMPLE } from '../support/sample.ts';

/** What the file of an item has in a generation. */
const contentOf = (item: number, generation: number): string => `item ${item} of ${generation}\n`;

/** Its name gives the generation, and all items are in it. */
export const NODE = 900;
/** Items have IDs from here on. Their names and their files give the generation. */
export const FIRST_ITEM = 10_000;
export const ITEMS = 60;
/** An asset of many megabytes, which no generation changes. */
export const LARGE = 9_000;
const LARGE_BYTES = 12 * 2 ** 20;

export interface Bundle extends Disposable {
  readonly path: string;
  /** Bytes of the large file. */
  readonly large: Buffer;
  /** Makes it the bundle of a generation, whose large asset ends at a time in UTC milliseconds. Default: never. */
  write(generation: number, end?: number): void;
}

/** Opens the bundle of generation 1. */
export function openBundle(): Bundle {
  const path = newFolder();
  cpSync(SAMPLE, path, { recursive: true });
  mkdirSync(join(path, 'items'));
  const large = randomBytes(LARGE_BYTES);
  writeFileSync(join(path, 'files/large.bin'), large);
  const sample = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));

  function write(generation: number, end?: number): void {
    const items = Array.from({ length: ITEMS }, (_, at) => {
      const file = `items/${at}.txt`;
      writeFileSync(join(path, file), contentOf(at, generation));
      return { id: FIRST_ITEM + at, file, name: `item ${generation}`, nodes: [2, NODE] };
    });
    const ends = end === undefined ? {} : { valid_until: new Date(end).toISOString() };
    const catalogue = {
      ...sample,
      nodes: [...sample.nodes, { id: NODE, type: 103, name: `state ${generation}` }],
      assets: [...sample.assets, { id: LARGE, file: 'files/large.bin', nodes: [2], ...ends }, ...items],
    };
    writeFileSync(join(path, 'catalogue.json'), JSON.stringify(catalogue));
  }

  write(1);
  return { path, large, write, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Reads the generations that a text shows. */
export function generationsIn(text: string): readonly number[] {
  return [...text.matchAll(/(?:item|state|item \d+ of) (\d+)\b(?! of)/g)].map(([, generation]) => Number(generation));
}
