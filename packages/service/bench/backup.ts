/**
 * `abs backup` of 100,000 assets again, with nothing changed, beside restic (`apt-get install restic`) of the same folder; of
 * SQLite and, where it is installed, of PostgreSQL.
 * Needs 2 GB below the temporary folder; takes some minutes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NO_FILE_PROPERTIES } from '../../core/src/domain/file-properties.ts';
import { pathInFolder } from '../../core/src/originals/folder.ts';
import { crc32 } from '../../core/src/platform/crc32.ts';
import { openStorage, type StorageSettings } from '../src/app/storage.ts';
import { loadConfig } from '../src/config/load.ts';
import { NO_POSTGRES, startPostgres } from '../test/support/servers/postgres.ts';
import { median, report, seconds, time } from './report.ts';
import { runCommand } from './service.ts';

const ASSETS = 100_000;
const ROUNDS = 5;
const ASKED_MS = 3000;
const ASKED_RATIO = 0.5;

const folder = mkdtempSync(join(tmpdir(), 'abs-bench-'));
const postgres = NO_POSTGRES ? undefined : await startPostgres();
try {
  const data = join(folder, 'data');
  const restic = openRestic(join(folder, 'restic'));
  const stores: Record<string, Record<string, string>> = { SQLite: {} };
  if (postgres) stores['PostgreSQL'] = { ABS_CATALOGUE_URL: await postgres.createDatabase() };
  for (const environment of Object.values(stores)) await makeCatalogue(loadConfig({ options: { data }, environment }));
  const commands = Object.entries(stores).map(([name, settings]) => {
    const to = join(folder, name);
    // The first backup isn't measured, and would take minutes.
    cpSync(join(data, 'originals'), join(to, 'originals'), { recursive: true });
    return { name, times: [] as number[], backUp: () => runCommand(['backup', to, '--data', data], settings) };
  });
  for (const { backUp } of commands) await backUp();
  restic('init');
  restic('backup', data);
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { times, backUp } of commands) times.push(await time(backUp));
    theirs.push(await time(() => restic('backup', data)));
  }
  const peer = median(theirs);
  for (const { name, times } of commands) {
    const own = median(times);
    report({
      name: `backup of ${ASSETS} assets again, nothing changed, ${name}`,
      asked: `${seconds(ASKED_MS)} and ${ASKED_RATIO} of restic`,
      measured: `${seconds(own)}, ${(own / peer).toFixed(2)} of restic`,
      peer: `restic ${seconds(peer)}`,
      isReached: own <= ASKED_MS && own <= peer * ASKED_RATIO,
    });
  }
} finally {
  await postgres?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}

/** Writes originals as a store has them, and assets with some metadata. */
async function makeCatalogue(settings: StorageSettings): Promise<void> {
  await using storage = await openStorage(settings);
  await storage.writer.change(async (changes) => {
    await changes.put('node_type', { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true });
    await changes.put('node', { id: 1, type: 101, name: 'All', position: 0, fields: new Map() });
    for (let id = 1; id <= ASSETS; id += 1) {
      const bytes = Buffer.from(`Asset ${id}\n`.repeat(100));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const path = join(settings.data, 'originals', pathInFolder(sha256));
      if (!existsSync(path)) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, bytes, { mode: 0o444 });
      }
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
