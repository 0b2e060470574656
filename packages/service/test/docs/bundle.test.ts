/** docs/reference/bundle.md names every key of a bundle's objects, and marks those that must be given. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FaultList } from '../../src/transfer/bundle/faults.ts';
import * as objects from '../../src/transfer/bundle/objects.ts';
import { Reading } from '../../src/transfer/bundle/reading.ts';
import type { BundleType } from '../../src/transfer/bundle/value-types.ts';

const PAGE = readFileSync(new URL('../../../../docs/reference/bundle.md', import.meta.url), 'utf8');

/** The objects by their array in `catalogue.json`. */
const OBJECTS: Readonly<Record<string, BundleType<unknown>>> = {
  node_types: objects.nodeType,
  asset_types: objects.assetType,
  info_fields: objects.infoField,
  relation_types: objects.relationType,
  download_formats: objects.downloadFormat,
  groups: objects.group,
  users: objects.user,
  nodes: objects.node,
  assets: objects.asset,
  reviews: objects.review,
};
/** Keys that hold lists of objects of their own. */
const LISTS = [
  ['info_fields', 'values'],
  ['nodes', 'access'],
  ['assets', 'versions'],
  ['assets', 'relations'],
  ['assets', 'public_urls'],
  ['assets', 'downloads'],
] as const;

/** The keys that an object may have, with ` *` where it must, as the refusal of an object without them says. */
function declared(type: BundleType<unknown>, listed?: string): readonly string[] {
  const faults = new FaultList();
  const reading = new Reading({ field: () => undefined }, faults);
  const odd = { 'no key of a bundle': 1 };
  type.read(listed === undefined ? odd : { [listed]: [odd] }, reading);
  // Each is written as `: path: problem`, where the path of an object in a list has a number.
  const said = faults.refusal((places) => places.map(() => 0)).faults;
  const inside = said.filter((each) => /^: \S*\d/.test(each) === (listed !== undefined));
  const missing = inside.map((each) => /(\w+): it is missing$/.exec(each)?.[1]);
  const [, known = ''] = /known here are (.+)/.exec(inside.join('\n')) ?? [];
  return known.split(', ').map((key) => (missing.includes(key) ? `${key} *` : key));
}

/** The names in a cell, with ` *` behind those that have one. */
function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)`( \*)?/g)].map(([, name, mark = '']) => `${name}${mark}`);
}

/** Rows of the page's tables: the array of the object, the names of the keys, what they hold. */
const ROWS = PAGE.split(/^## /m).flatMap((section) => {
  let list = section.slice(0, section.indexOf('\n')).toLowerCase().replaceAll(' ', '_');
  return [...section.matchAll(/^\|(.*)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([first = '']) => !/^(?:Object|Key|---)/.test(first))
    .map((cells) => {
      if (!section.includes('| Object |')) return { list, keys: namesIn(cells[0] ?? ''), value: cells[1] ?? '' };
      [list = list] = [...namesIn(cells[0] ?? ''), list];
      return { list, keys: namesIn(cells[1] ?? ''), value: cells[2] ?? '' };
    });
});

for (const [list, type] of Object.entries(OBJECTS)) {
  test(`the tables have the keys of ${list}`, () => {
    const shown = ROWS.filter((row) => row.list === list).flatMap(({ keys }) => keys);
    // One sentence says that every object but a review has an ID.
    const keys = list === 'reviews' ? shown : ['id *', ...shown];
    assert.deepEqual(keys.toSorted(), declared(type).toSorted());
  });
}

for (const [list, key] of LISTS) {
  test(`the tables have the keys of ${key} in ${list}`, () => {
    const { value = '' } = ROWS.find((row) => row.list === list && row.keys.includes(key)) ?? {};
    const names = namesIn(value);
    const keys = declared(OBJECTS[list] as BundleType<unknown>, key);
    assert.deepEqual(names.filter((name) => keys.includes(name)).toSorted(), keys.toSorted());
  });
}
