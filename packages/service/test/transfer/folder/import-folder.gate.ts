import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { openOriginalsFolder } from '../../../../core/src/originals/folder.ts';
import { until } from '../../../../core/test/support/until.ts';
import { sharedExtractor } from '../../../../media/test/support/shared-extractor.ts';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../../src/catalogue/sqlite/writer.ts';
import { recordsOf } from '../../support/records.ts';
import { bag, importInto, NOW, named, nodesOf, type Place, place, type Result, sidecar, title } from './imported.ts';

/** What systems put beside files, also as one that ignores case may spell it. */
const LEFT_BY_SYSTEMS = [
  '.DS_Store,Thumbs.db,deep/THUMBS.DB,Icon\r,desktop.ini,deep/Desktop.ini,Picasa.ini,IMG_1.AAE,img_2.aae,~$a.docx,a.part',
  'a.mp4.crdownload,x.tmp,deep/x.TMP,@eaDir/a,#recycle/a,@Recycle/a,#snapshot/a,deep/$RECYCLE.BIN/a,lost+found/a',
  'System Volume Information/a,__MACOSX/._a,.Trash-1000/a,deep/er/@EADIR/a',
].flatMap((names) => names.split(','));

const MAY_BE_AWAY =
  /^nothing is removed: 3 of [34] known files are missing, and it is another folder than at the last import; if they were deleted, --prune=all removes them$/;

describe('folder import', () => {
  const extractor = sharedExtractor();
  let jpeg: Buffer;
  let otherJpeg: Buffer;
  before(async () => {
    const draw = (background: string) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .withExif({ IFD0: { Artist: 'Mara', Copyright: 'CC0' } })
        .jpeg();
    jpeg = await draw('#246').toBuffer();
    otherJpeg = await draw('#864').toBuffer();
  });

  const run = (at: Place, options?: Parameters<typeof importInto>[2]) => importInto(at, extractor, options);

  test('directories become nodes and files assets, except hidden files and sidecars', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    at.write('deep/er/b.txt', 'Hello.');
    at.write('empty/.hidden', 'x');
    for (const left of LEFT_BY_SYSTEMS) at.write(left, 'x');
    at.write('.absignore', '!.*\n!*.tmp\n!@eaDir');
    at.write('a.jpg.xmp', sidecar());
    at.write('alone.xmp', sidecar());
    const result = await run(at);
    assert.deepEqual([...result.paths.values()].sort(), [
      'Pictures',
      'Pictures/deep',
      'Pictures/deep/er',
      'Pictures/empty',
    ]);
    assert.deepEqual(result.assets.map(({ active }) => active.name).sort(), ['a.jpg', 'alone.xmp', 'b.txt']);
    assert.deepEqual(nodesOf(result, 'b.txt'), ['Pictures/deep/er']);
    const { active, uploaded, modified } = named(result, 'a.jpg');
    assert.equal(uploaded, NOW);
    assert.equal(modified, active.date);
    assert.deepEqual([active.properties.width, active.properties.height, active.original], [60, 40, 'a.jpg']);
  });

  test('keywords become nodes, flat and nested, each once, spelt as first met', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    at.write('a.xmp', sidecar(bag('dc:subject', 'Sea', 'Kiel'), bag('lr:hierarchicalSubject', 'Places|Germany|Kiel')));
    at.write('b.jpg', otherJpeg);
    at.write('b.jpg.xmp', sidecar(bag('dc:subject', 'Sea'), bag('lr:hierarchicalSubject', 'Places|Germany')));
    const first = await run(at);
    assert.deepEqual(nodesOf(first, 'a.jpg').sort(), ['Pictures', 'Places/Germany/Kiel', 'Sea']);
    assert.deepEqual(nodesOf(first, 'b.jpg').sort(), ['Pictures', 'Places/Germany', 'Sea']);
    at.write('c.jpg', jpeg);
    at.write('c.xmp', sidecar(bag('dc:subject', 'SEA'), bag('lr:hierarchicalSubject', 'places|GERMANY')));
    const second = await run(at);
    assert.equal(second.paths.size, first.paths.size);
    assert.deepEqual(nodesOf(second, 'c.jpg').sort(), ['Pictures', 'Places/Germany', 'Sea']);
  });

  test('a sidecar takes precedence property by property', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    at.write(
      'a.xmp',
      sidecar(
        title('Harbour'),
        '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Ours</rdf:li></rdf:Alt></dc:rights>',
        '<xmp:Rating>4</xmp:Rating>',
      ),
    );
    const { fields, rights } = named(await run(at), 'a.jpg');
    assert.deepEqual([...fields.values()], ['Harbour', 'Mara', 'Ours', 4]);
    assert.deepEqual(rights, { creator: ['Mara'], copyright: 'Ours' });
    // What a new sidecar no longer states is no longer so.
    at.write('a.xmp', sidecar('<dc:rights><rdf:Alt><rdf:li xml:lang="fr">À nous</rdf:li></rdf:Alt></dc:rights>'));
    const again = await run(at);
    assert.deepEqual(named(again, 'a.jpg').rights?.copyright, { fr: 'À nous' });
    assert.ok(again.languages.includes('fr'));
  });

  test('a file is valid as it says, until it no longer says so, and only the end counts of one that would begin after it', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    const periods: unknown[] = [];
    const warnings: (readonly string[])[] = [];
    for (const begins of ['2026-05-03', '2026-05-04', '']) {
      const ends = begins === '' ? '' : '<plus:LicenseEndDate>2026-05-03</plus:LicenseEndDate>';
      at.write('a.xmp', sidecar(`<plus:LicenseStartDate>${begins}</plus:LicenseStartDate>`, ends));
      const result = await run(at);
      const { validFrom, validUntil } = named(result, 'a.jpg');
      periods.push([validFrom, validUntil]);
      warnings.push(result.warnings);
    }
    assert.deepEqual(periods, [
      ['2026-05-03', '2026-05-03'],
      [undefined, '2026-05-03'],
      [undefined, undefined],
    ]);
    const warning = 'a.jpg: it would be valid only after its end, so only the end counts';
    assert.deepEqual(warnings, [[], [warning], []]);
  });

  test('titles are in every language that the file has, which the catalogue then has too', async () => {
    using at = place();
    const titled = (texts: Readonly<Record<string, string>>) =>
      sidecar(title('General').replace(/<rdf:li.*li>/, alternatives(texts)));
    const alternatives = (texts: Readonly<Record<string, string>>) =>
      Object.entries(texts)
        .map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`)
        .join('');
    at.write('a.jpg', jpeg);
    at.write('a.xmp', titled({ 'x-default': 'Dawn', de: 'Morgen', 'zh-hans-cn': '春' }));
    at.write('b.jpg', otherJpeg);
    at.write('b.xmp', titled({ 'x-default': 'Matin', EN: 'Morning', fr: 'Matin' }));
    const result = await run(at);
    assert.deepEqual(named(result, 'a.jpg').fields.get(900_001), { en: 'Dawn', de: 'Morgen', 'zh-Hans-CN': '春' });
    assert.deepEqual(named(result, 'b.jpg').fields.get(900_001), { en: 'Morning', fr: 'Matin' });
    assert.deepEqual([...result.languages].sort(), ['de', 'en', 'fr', 'zh-Hans-CN']);
    at.write('c.jpg', jpeg);
    at.write('c.xmp', titled({ de: 'Rechte', 'x-default': 'Rights' }).replaceAll('dc:title', 'dc:rights'));
    const { fields, rights } = named(await run(at), 'c.jpg');
    assert.deepEqual([fields.get(900_004), rights?.copyright], ['Rights', { de: 'Rechte', en: 'Rights' }]);
  });

  test('a repeated import changes nothing', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    at.write('sub/b.txt', 'Hello.');
    const first = await run(at);
    const second = await run(at);
    assert.deepEqual([second.added, second.changed, second.unchanged, second.revision], [0, 0, 2, first.revision]);
    // Touched, but with the same content.
    utimesSync(join(at.source, 'a.jpg'), 1_000_000_000, 1_000_000_000);
    const third = await run(at);
    assert.deepEqual([third.changed, third.revision], [0, first.revision]);
  });

  test('a source given as a link is known by its path, and one with a link on the way by either', async () => {
    using at = place();
    at.write('one/sub/a.txt', 'One.');
    at.write('two/sub/a.txt', 'Two.');
    const link = join(at.source, 'link');
    for (const directory of [link, `${link}/sub`]) {
      rmSync(link, { force: true });
      symlinkSync('one', link);
      const first = await run(at, { directory });
      const { id } = named(first, 'a.txt');
      rmSync(link);
      symlinkSync('two', link);
      const second = await run(at, { directory: `${directory}/` });
      const own = second.assets.find((asset) => asset.id === id);
      assert.deepEqual([second.added, second.changed, own?.active.version], [0, 1, 2]);
    }
    // What an import without the link has found is known by its real path.
    const real = await run(at, { directory: join(at.source, 'two') });
    const last = await run(at, { directory: `${link}/../two` });
    assert.deepEqual([real.added, last.added, last.revision], [1, 0, real.revision]);
  });

  test('new content is a new version, and a new sidecar is not', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    const first = named(await run(at), 'a.jpg');
    at.write('a.jpg', otherJpeg);
    const second = named(await run(at), 'a.jpg');
    assert.equal(second.id, first.id);
    assert.deepEqual(second.olderVersions, [first.active]);
    assert.equal(second.active.version, 2);
    at.write('a.xmp', sidecar(title('Now with words')));
    const result = await run(at);
    const third = named(result, 'a.jpg');
    assert.deepEqual([third.active, third.olderVersions], [second.active, second.olderVersions]);
    assert.ok([...third.fields.values()].includes('Now with words'));
    assert.equal(result.changed, 1);
  });

  test('a missing file stays in the catalogue unless it is pruned, and then its IDs are not given again', async () => {
    using at = place();
    at.write('keep.txt', 'Keep.');
    at.write('gone/deep/a.txt', 'Gone.');
    const before = await run(at);
    rmSync(join(at.source, 'gone'), { recursive: true });
    assert.equal((await run(at)).assets.length, 2);
    const { assets, paths, removed, unused } = await run(at, { prune: 'deleted' });
    assert.deepEqual([assets.map(({ active }) => active.name), [...paths.values()]], [['keep.txt'], ['Pictures']]);
    assert.deepEqual([removed, unused], [1, 0]);
    at.write('new/b.txt', 'New.');
    const after = await run(at);
    assert.ok(named(after, 'b.txt').id > named(before, 'a.txt').id);
    const lost = [...before.paths].filter(([, path]) => path.includes('/gone'));
    const kept = lost.map(([id]) => after.paths.has(id));
    assert.deepEqual(kept, [false, false]);
  });

  test('--prune removes nothing of a folder that is away, and what has gone of one that is back', async () => {
    using at = place();
    const away = `${at.source}-away`;
    for (const name of ['a.txt', 'sub/b.txt', 'sub/c.txt']) at.write(name, name);
    const ids = (await run(at)).assets.map(({ id }) => id);
    renameSync(at.source, away);
    at.write('sub/stray.txt', 'Stray.');
    // However often it is tried, and whatever imports without it come between.
    for (const prune of ['deleted', 'nothing', 'deleted'] as const) {
      const { removed, assets, kept } = await run(at, { prune });
      assert.deepEqual([removed, assets.length], [0, 4]);
      assert.match(kept ?? '', prune === 'nothing' ? /^$/ : MAY_BE_AWAY);
    }
    rmSync(at.source, { recursive: true });
    renameSync(away, at.source);
    const back = await run(at, { prune: 'deleted' });
    assert.deepEqual([back.assets.map(({ id }) => id), back.removed, back.changed, back.kept], [ids, 1, 0, undefined]);
    rmSync(join(at.source, 'sub'), { recursive: true });
    rmSync(join(at.source, 'a.txt'));
    assert.match((await run(at, { prune: 'deleted' })).kept ?? '', /3 of 3 .* the folder holds no files/);
    assert.deepEqual((await run(at, { prune: 'all' })).assets, []);
  });

  test('what .absignore or --exclude name is left out, and leaves with --prune', async () => {
    using at = place();
    const paths = 'a.txt raw/b.txt raw/keep/c.txt x/old/d.txt x/new/old/e.txt x/f.bak';
    for (const path of paths.split(' ')) at.write(path, path);
    await run(at);
    at.write('.absignore', Buffer.from('\ufeff# rules\r\nraw/*.txt\r\nraw/*/\r\n!raw/keep\r\nold/\r\n', 'utf16le'));
    at.write('x/new/.absignore', '!old/\n');
    at.write('raw/b.txt.xmp', sidecar());
    const names = ({ assets }: Result) => assets.map(({ active }) => active.name).sort();
    const kept = await run(at, { exclude: ['*.bak'] });
    assert.equal(kept.assets.length, 6, 'without --prune everything stays');
    const pruned = await run(at, { exclude: ['*.bak'], prune: 'deleted' });
    assert.deepEqual([names(pruned), pruned.removed, pruned.kept], [['a.txt', 'c.txt', 'e.txt'], 3, undefined]);
    const left = [...pruned.paths.values()].sort().join(' ').replaceAll('Pictures', '');
    assert.deepEqual(left, ' /raw /raw/keep /x /x/new /x/new/old');
    // A folder whose rules can't be read holds what nobody may see; one in their place is none.
    rmSync(join(at.source, '.absignore'));
    at.write('.absignore/h.txt', 'No file.');
    at.write('x/.absignore', 'x'.repeat(300_000));
    const last = await run(at, { prune: 'deleted' });
    assert.deepEqual(names(last), ['a.txt', 'b.txt', 'c.txt', 'e.txt']);
    assert.deepEqual(last.warnings.toSorted(), [
      '".": its .absignore is not a file',
      '"x": its .absignore is larger than 262144 bytes, so nothing of this folder is imported',
    ]);
  });

  test('imports of two folders are independent', async () => {
    using at = place();
    at.write('one/a.txt', 'One.');
    at.write('two/b.txt', 'Two.');
    await run(at, { directory: join(at.source, 'one') });
    const both = await run(at, { directory: join(at.source, 'two'), prune: 'deleted' });
    assert.deepEqual(both.assets.map(({ active }) => active.name).sort(), ['a.txt', 'b.txt']);
  });

  test('built-in fields are created once and may be renamed', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    const first = await run(at);
    {
      await using writer = openCatalogueWriter({ directory: at.data });
      await using catalogue = openCatalogue({ directory: at.data });
      const [field] = (await catalogue.snapshot()).model.infoFields.values();
      assert.ok(field);
      await writer.change((changes) => changes.put('info_field', { ...field, name: 'Headline' }));
    }
    at.write('b.jpg', otherJpeg);
    const second = await run(at);
    assert.equal(second.fieldNames.length, first.fieldNames.length);
    assert.equal(second.fieldNames[0], 'Headline');
  });

  test('damaged and unknown files are imported with a warning', async () => {
    using at = place();
    at.write('ok.txt', 'Fine.');
    at.write('broken.jpg', jpeg.subarray(0, 30));
    at.write('what.zzz', new Uint8Array([1, 2, 3, 0, 255]));
    at.write('empty.png', '');
    const result = await run(at);
    assert.deepEqual(result.assets.map(({ active }) => active.name).sort(), [
      'broken.jpg',
      'empty.png',
      'ok.txt',
      'what.zzz',
    ]);
    for (const name of ['broken.jpg', 'what.zzz']) {
      assert.ok(
        result.warnings.some((line) => line.includes(name)),
        `no warning names ${name}: ${result.warnings.join('; ')}`,
      );
    }
    assert.equal(named(result, 'broken.jpg').active.properties.category, 1);
    assert.equal(named(result, 'what.zzz').active.properties.category, 0);
  });

  test('hostile names are imported literally', async () => {
    using at = place();
    const names = [
      ...['-rf', '@arg.txt', 'quote\'".txt', 'line\nbreak.txt', '🍎.txt', 'ä'.repeat(120), '%2e%2e', 'a\\b.txt'],
    ];
    for (const name of names) at.write(name, name);
    const result = await run(at);
    assert.deepEqual(result.assets.map(({ active }) => active.name).sort(), [...names].sort());
  });

  test('a cancelled import changes nothing and leaves no originals', async () => {
    using at = place();
    for (let count = 0; count < 30; count += 1) at.write(`f${count}.txt`, `File ${count}.`);
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done === 10) stop.abort(new Error('enough'));
    };
    await assert.rejects(run(at, { signal: stop.signal, onProgress }), /enough/);
    const later = await run(at);
    assert.deepEqual([later.added, later.unused], [30, 0]);
  });

  test('sources are never written to', async () => {
    using at = place();
    at.write('a.jpg', jpeg);
    at.write('a.xmp', sidecar(title('Same')));
    const times = () => readdirSync(at.source).map((name) => [name, statSync(join(at.source, name)).mtimeMs]);
    const before = times();
    await run(at);
    assert.deepEqual(times(), before);
  });

  test('a renamed file is a new asset, and its original is stored once', async () => {
    using at = place();
    at.write('a.txt', 'Moving.');
    await run(at);
    renameSync(join(at.source, 'a.txt'), join(at.source, 'b.txt'));
    const result = await run(at);
    assert.equal(result.assets.length, 2);
    assert.equal(new Set(result.assets.map(({ active }) => active.file?.sha256)).size, 1);
  });
});

test('an import killed at any time leaves the catalogue unchanged, and the next one removes leftovers', async () => {
  using at = place();
  // Of no kind that is drawn or read, so that they are stored quickly.
  for (let count = 0; count < 40; count += 1) at.write(`f${count}.bin`, `\0\x01${count}`.repeat(1000));
  const main = new URL('../../../src/cli/entry.ts', import.meta.url);
  const start = () => fork(main, ['import', at.source, '--data', at.data], { silent: true });
  const directory = join(at.data, 'originals');
  // Without the folder of unfinished files, which an import removes.
  const stored = () => globSync('??/??/*', { cwd: directory }).length;
  const journals = () => globSync('journals/*', { cwd: at.data });
  for (const files of [1, 10, 25, 40]) {
    const earlier = new Set(journals());
    const child = start();
    // A journal of its own shows that an import has removed what the one before left.
    const hasBegun = () => journals().some((name) => !earlier.has(name));
    await until(() => (hasBegun() && stored() >= files) || child.exitCode !== null);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await using catalogue = openCatalogue({ directory: at.data });
    assert.ok([0, 40].includes((await recordsOf(catalogue)).length));
  }
  const [status] = await once(start(), 'exit');
  assert.equal(status, 0);
  await using writer = openCatalogueWriter({ directory: at.data });
  await using originals = openOriginalsFolder({ directory });
  const keys = await Array.fromAsync(originals.keys());
  assert.deepEqual([keys.length, (await writer.filesInUse(keys)).size], [40, 40]);
});
