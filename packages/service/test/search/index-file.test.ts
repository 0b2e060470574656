import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { type Base, buildBase } from '../../../columnar/src/build-base.ts';
import { attach } from '../../../columnar/src/columns.ts';
import { readIndexFile, removeLeftovers, writeIndexFile } from '../../../columnar/src/index-file.ts';
import { seeded } from '../../../columnar/test/random.ts';
import fc, { forAll, forRuns } from '../../../core/test/support/fast-check.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { fill } from './random-catalogue.ts';

async function withFile(work: (file: string, base: Base) => void): Promise<void> {
  const directory = newFolder();
  await using writer = openCatalogueWriter({ directory });
  await fill(writer, seeded(7), 60);
  await using source = openIndexSource({ directory });
  const base = await buildBase(source);
  const file = join(directory, 'search.index');
  writeIndexFile(file, 'this one', base);
  work(file, base);
}

/** The files with its name or a longer one, itself included. */
function namesOf(file: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
}

/** The columns and everything else of a base, for comparison. */
function contentOf(base: Base | undefined) {
  if (!base) return undefined;
  const { packed, ...rest } = base;
  return { ...rest, columns: attach(packed) };
}

test('a written base is read back', () =>
  withFile((file, base) => {
    assert.deepEqual(contentOf(readIndexFile(file, 'this one')), contentOf(base));
    assert.deepEqual(namesOf(file), ['search.index']);
  }));

test('an index file of another catalogue is ignored', () =>
  withFile((file) => {
    assert.equal(readIndexFile(file, 'another one'), undefined);
    assert.equal(readIndexFile(`${file}.none`, 'this one'), undefined);
  }));

for (const part of ['icu', 'unicode'] as const) {
  test(`an index file made with another version of ${part} is ignored`, () =>
    withFile((file) => {
      changeHeader(file, (header) => assert.equal(header.languages[part], process.versions[part]));
      assert.ok(readIndexFile(file, 'this one'));
      changeHeader(file, (header) => {
        header.languages[part] = '1.0';
      });
      assert.equal(readIndexFile(file, 'this one'), undefined);
    }));
}

/** Writes another header into the file, with a valid checksum. */
function changeHeader(
  file: string,
  change: (header: { format: number; languages: Record<string, string> }) => void,
): void {
  const bytes = readFileSync(file);
  const end = 8 + bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.subarray(8, end).toString());
  change(header);
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const start = Buffer.alloc(8);
  start.writeUInt32LE(line.length, 0);
  start.writeUInt32LE(crc32(line), 4);
  writeFileSync(file, Buffer.concat([start, line, bytes.subarray(end)]));
}

test('a flipped bit or a truncation at any position is detected', () =>
  withFile((file) => {
    const bytes = readFileSync(file);
    forAll(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      writeFileSync(file, damaged);
      assert.equal(readIndexFile(file, 'this one'), undefined);
    });
    forRuns(40, fc.nat(bytes.length - 1), (length) => {
      writeFileSync(file, bytes);
      truncateSync(file, length);
      assert.equal(readIndexFile(file, 'this one'), undefined);
    });
  }));

test('on a full disk no partial file remains, and the previous file stays', () =>
  withFile((file) => {
    const before = readFileSync(file);
    const program = fileURLToPath(new URL('../app/write-index-program.ts', import.meta.url));
    // No file may be longer than a block of 512 bytes: writing fails half way, as on a full disk.
    const { status, stderr } = spawnSync('sh', [
      ...['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, program, file, 'this one'],
    ]);
    assert.match(String(stderr), /EFBIG/);
    assert.equal(status, 1);
    assert.deepEqual(namesOf(file), ['search.index']);
    assert.deepEqual(readFileSync(file), before);
  }));

test('only the leftovers of killed writers are removed', () =>
  withFile((file) => {
    for (const name of ['.new', '.1f0c.new', '.backup', '2.new']) writeFileSync(`${file}${name}`, 'part');
    removeLeftovers(file);
    assert.deepEqual(namesOf(file), ['search.index', 'search.index.backup', 'search.index2.new']);
  }));
