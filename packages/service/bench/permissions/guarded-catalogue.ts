import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { AccessRule } from '../../../core/src/domain/model.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { keepIndex } from '../search/build.ts';
import { FOLDERS } from '../search/generator.ts';
import { type Draw, drawFrom } from '../search/random.ts';

/** Groups that access rules name. */
const GROUPS = 500;
/** The groups of a node's rules, and of a user. */
const GROUPS_OF_NODE = 8;
const GROUPS_OF_USER = 20;
/** Folders without rules inherit those of their ancestors. */
const SHARE_WITH_RULES = 0.3;
const COPY_PAGES = 10_000;

/** A generated catalogue whose folders have access rules, with its index; made once. */
export async function guardedCatalogue(original: string): Promise<string> {
  const directory = `${original}-guarded`;
  const complete = join(directory, 'complete');
  if (existsSync(complete)) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  {
    using database = new DatabaseSync(join(original, 'catalogue.sqlite'), { readOnly: true });
    await backup(database, join(directory, 'catalogue.sqlite'), { rate: COPY_PAGES });
  }
  {
    const draw = drawFrom(31);
    await using writer = openCatalogueWriter({ directory });
    await writer.change(async (changes) => {
      for (let id = 1; id <= GROUPS; id++) await changes.put('group', { id, name: `group ${id}` });
      for (const { node } of FOLDERS.nodes) {
        if (node.parent !== undefined && draw() < SHARE_WITH_RULES)
          await changes.put('node', { ...node, access: rules(draw) });
      }
    });
  }
  await keepIndex(directory);
  writeFileSync(complete, '');
  return directory;
}

/** The groups of a user. */
export function drawGroups(draw: Draw): readonly number[] {
  return someGroups(draw, GROUPS_OF_USER);
}

function someGroups(draw: Draw, count: number): readonly number[] {
  return [...new Set(Array.from({ length: count }, () => 1 + Math.floor(draw() * GROUPS)))];
}

function rules(draw: Draw): readonly AccessRule[] {
  return someGroups(draw, GROUPS_OF_NODE).map((group) => ({
    group,
    view: draw() < 0.9,
    download: draw() < 0.5 ? '*' : [],
  }));
}
