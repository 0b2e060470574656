/**
 * `abs backup` of 100,000 assets again, with nothing changed, beside restic (`apt-get install restic`) of the same folder.
 * Needs 2 GB below the temporary folder; takes some minutes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NO_FILE_PROPERTIES } from '../../core/src/domain/file-properties.ts';
import { pathInFolder } from '../../core/src/originals/folder.ts';
import { crc32 } from '../../core/src/platform/crc32.ts';
import { openStorage } from '../src/app/storage.ts';
import { median, report, seconds, time } from './report.ts';
import { runCommand } from './service.ts';

const ASSETS = 100_000;
const ROUNDS = 5;
const ASKED_MS = 3000;
const ASKED_RATIO = 0.5;

const folder = mkdtempSync(join(tmpdir(), 'abs-bench-'));
try {
  const data = join(folder, 'data');
  await makeCatalogue(data);
  const backup = () => runCommand(['backup', join(folder, 'backup'), '--data', data]);
  const restic = openRestic(join(folder, 'restic'));
  // The first backup isn't measured, and would take minutes.
  cpSync(join(data, 'originals'), join(folder, 'backup', 'originals'), { recursive: true });
  await backup();
  restic('init');
  restic('backup', data);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await time(backup));
    theirs.push(await time(() => restic('backup', data)));
  }
  const [own, peer] = [median(ours), median(theirs)];
  report({
    name: `backup of ${ASSETS} assets again, nothing changed`,
    asked: `${seconds(ASKED_MS)} and ${ASKED_RATIO} of restic`,
    measured: `${seconds(own)}, ${(own / peer).toFixed(2)} of restic`,
    peer: `restic ${seconds(peer)}`,
    isReached: own <= ASKED_MS && own <= peer * ASKED_RATIO,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes originals as a store has them, and assets with some metadata. */
async function makeCatalogue(data: string): Promise<void> {
  await using storage = await openStorage({ data });
  await storage.writer.change(async (changes) => {
    await changes.put('node_type', { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true });
    await changes.put('node', { id: 1, type: 101, name: 'All', position: 0, fields: new Map() });
    for (let id = 1; id <= ASSETS; id += 1) {
      const bytes = Buffer.from(`Asset ${id}\n`.repeat(100));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const path = join(data, 'originals', pathInFolder(sha256));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes, { mode: 0o444 });
      const file = { sha256, size: bytes.length, crc32: crc32(bytes) };
      const name = `asset-${id}.txt`;
      const properties = { ...NO_FILE_PROPERTIES, extension: 'txt', mediaType: 'text/plain' };
      await changes.put('asset', {
        id,
        nodes: [1],
        fields: new Map(),
        uploaded: 0,
        modified: 0,
        active: { version: 1, name, date: 0, original: name, file, size: bytes.length, properties },
        olderVersions: [],
        relations: [],
        publicUrls: [],
        downloads: [],
        source: { root: '/pictures', path: `all/${name}`, stamp: '1000-1-1-1' },
      });
    }
  });
}

function openRestic(repository: string): (...args: readonly string[]) => void {
  return (...args) => {
    const { status, stderr, error } = spawnSync('restic', ['--repo', repository, ...args], {
      env: { ...process.env, RESTIC_PASSWORD: 'bench' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`restic ${args[0]}: ${error?.message ?? stderr}`);
  };
}
