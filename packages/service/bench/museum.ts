/** Import of 87,283 records until the first answer, beside plain inserts of the same lines. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { createGunzip } from 'node:zlib';
import { report, seconds, time } from './report.ts';
import { runCommand, startServer } from './service.ts';

const ASKED_SECONDS = 15;
const ASKED_MEGABYTES = 1024;

/** Imports the museum into a new folder, which the caller removes. */
export async function importMuseum(museum: string): Promise<{ data: string; peakMegabytes: number }> {
  const data = mkdtempSync(join(tmpdir(), 'abs-bench-'));
  return { data, ...(await runCommand(['import', museum, '--data', data])) };
}

export async function benchMuseum(museum: string): Promise<void> {
  const folders: string[] = [];
  let peak = 0;
  const own = await time(async () => {
    const { data, peakMegabytes } = await importMuseum(museum);
    folders.push(data);
    peak = peakMegabytes;
    await using server = await startServer(data);
    const response = await fetch(`${server.url}/node.do?tree=-1&kind=101&depth=1`);
    if (!response.ok) throw new Error(`the museum answers ${response.status}`);
  });
  const plain = mkdtempSync(join(tmpdir(), 'abs-bench-plain-'));
  folders.push(plain);
  const peer = await time(() => insertPlainly(museum, join(plain, 'plain.sqlite')));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });

  report({
    name: 'museum imported and browsable',
    asked: `${ASKED_SECONDS} s`,
    measured: seconds(own),
    peer: `parsing the same lines and inserting them into one table ${seconds(peer)} (ratio ${(own / peer).toFixed(1)})`,
    isReached: own <= ASKED_SECONDS * 1000,
  });
  report({
    name: 'peak memory of that import',
    asked: `${ASKED_MEGABYTES} MB`,
    measured: `${peak.toFixed(0)} MB`,
    isReached: peak > 0 && peak < ASKED_MEGABYTES,
  });
}

async function insertPlainly(museum: string, path: string): Promise<void> {
  using database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE assets (id INTEGER PRIMARY KEY, name TEXT, document TEXT); BEGIN',
  );
  const insert = database.prepare('INSERT INTO assets VALUES (?, ?, ?)');
  const input = createReadStream(join(museum, 'assets.jsonl.gz')).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const { id, name } = JSON.parse(line) as { id: number; name: string };
    insert.run(id, name, line);
  }
  database.exec('COMMIT');
}
