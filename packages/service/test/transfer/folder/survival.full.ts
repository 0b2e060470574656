import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Extractor } from '../../../../media/src/inspect/extractor.ts';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../../src/catalogue/sqlite/writer.ts';
import { recordsOf } from '../../support/records.ts';
import { importInto, named, type Place, place, sidecar } from './imported.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/entry.ts', import.meta.url));
/** Root may read everything, so if this runs as root, it changes to another user. */
const SOMEBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

describe('folder import survives', () => {
  let extractor: Extractor;
  before(() => {
    extractor = new Extractor({ processes: 2, secondsPerFile: 60 });
  });
  after(async () => {
    await extractor[Symbol.asyncDispose]();
  });
  const run = (at: Place, options?: Parameters<typeof importInto>[2]) => importInto(at, extractor, options);
  const names = ({ assets }: Awaited<ReturnType<typeof run>>) => assets.map(({ active }) => active.name).sort();

  test('an .xmp beside a folder of its name, which is a file of its own', async () => {
    using at = place();
    at.write('a/b.txt', 'Hello.');
    at.write('a.xmp', sidecar());
    assert.deepEqual(names(await run(at)), ['a.xmp', 'b.txt']);
  });

  test('files that change while they are read, and imports them later', async () => {
    using at = place();
    at.write('log.txt', 'x'.repeat(40_000_000));
    const writing = setInterval(() => appendFileSync(join(at.source, 'log.txt'), 'more'), 1);
    const first = await run(at).finally(() => clearInterval(writing));
    assert.match(first.warnings.join(), /"log.txt": changes while it is read/);
    const read = [named(first, 'log.txt').active.file, named(first, 'log.txt').active.properties.category];
    assert.deepEqual(read, [undefined, 0]);
    const { active, olderVersions } = named(await run(at), 'log.txt');
    assert.deepEqual([active.version, active.properties.category, olderVersions], [1, 5, []]);
  });

  const skip = canBeSomebody() ? false : 'permissions bind nobody here';
  test('folders and files without read permission, which do not count as missing', { skip }, async () => {
    using at = place();
    at.write('open.txt', 'Open.');
    at.write('shut/a.txt', 'Shut.');
    at.write('listed/b.txt', 'Listed.');
    at.write('private.txt', 'Private.');
    await run(at);
    at.write('new.txt', 'New.');
    for (const [path, mode] of Object.entries({ shut: 0, listed: 0o444, 'private.txt': 0, 'new.txt': 0 })) {
      chmodSync(join(at.source, path), mode);
    }
    const { status, stderr } = importAsSomebody(at, '--prune');
    for (const path of ['shut', 'listed']) chmodSync(join(at.source, path), 0o755);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /"shut": the folder can't be read \(EACCES\)/);
    assert.match(stderr, /"new.txt": can't be read \(EACCES\)/);
    await using catalogue = openCatalogue({ directory: at.data });
    const assets = await recordsOf(catalogue);
    const kinds = assets.map(({ active: { name, properties, file } }) => `${name} ${properties.category} ${!file}`);
    const read = ['a.txt', 'b.txt', 'open.txt', 'private.txt'].map((name) => `${name} 5 false`);
    assert.deepEqual(kinds.sort(), [...read, 'new.txt 0 true'].sort());
  });

  test('incomplete dates', async () => {
    using at = place();
    for (const date of ['2024', '2024-05', '2024-05-01', '2024-05-01T10:00:00', '2024-05-01T10:00:00+02:00']) {
      at.write(`${date}.txt`, date);
      at.write(`${date}.xmp`, sidecar(`<photoshop:DateCreated>${date}</photoshop:DateCreated>`));
    }
    const result = await run(at);
    assert.deepEqual(result.assets.map(({ fields }) => [...fields.values()][0]).sort(), [
      ...['2024-01-01', '2024-05-01', '2024-05-01', '2024-05-01T08:00:00.000Z', '2024-05-01T10:00:00'],
    ]);
  });

  test('folders that disappear while other objects depend on them', async () => {
    using at = place();
    at.write('shared/a.txt', 'A.');
    const first = await run(at);
    const [before] = first.assets;
    assert.ok(before);
    {
      await using writer = openCatalogueWriter({ directory: at.data });
      const { source: _, ...copy } = before;
      await writer.change((changes) => changes.put('asset', { ...copy, id: 7000 }));
    }
    rmSync(join(at.source, 'shared'), { recursive: true });
    const result = await run(at, { prune: 'all' });
    const outcome = [
      result.removed,
      result.assets.map(({ id }) => id),
      [...result.paths.values()].sort(),
      result.unused,
    ];
    assert.deepEqual(outcome, [1, [7000], ['Pictures', 'Pictures/shared'], 0]);
  });
});

/** False if that user can't read the checkout, or if the system has no such permissions. */
function canBeSomebody(): boolean {
  const read = `require('node:fs').readFileSync(${JSON.stringify(MAIN)})`;
  return process.platform !== 'win32' && spawnSync(process.execPath, ['-e', read], SOMEBODY).status === 0;
}

/** Runs the command as a user bound by permissions. */
function importAsSomebody(at: Place, ...options: string[]) {
  if (SOMEBODY.uid !== undefined) execFileSync('chown', ['-R', `${SOMEBODY.uid}:${SOMEBODY.gid}`, dirname(at.source)]);
  return spawnSync(process.execPath, [MAIN, 'import', at.source, '--data', at.data, ...options], {
    encoding: 'utf8',
    cwd: dirname(at.source),
    ...SOMEBODY,
  });
}
