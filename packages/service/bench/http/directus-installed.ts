/**
 * Directus with SQLite in a folder of its own, with the museum's records in a collection. Three things are done that its
 * makers don't describe: its SQLite driver is compiled here, the sandbox of its scripted flows (isolated-vm) is an empty
 * stub, for it can't be compiled for this Node and no request here needs it; and in its favour the title has an index, and
 * SQLite its statistics.
 */
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { createGunzip } from 'node:zlib';
import { freePort } from '../../../core/test/support/free-port.ts';
import { isInstalled, run } from '../renditions/programs.ts';
import { pinned } from './load.ts';
import { type Running, start } from './servers.ts';

const DIRECTUS = 'directus@12.4.0';
/** Path of any Node's headers; their stable interface is the same in every version. */
const HEADERS = '/usr';
const USER = { email: 'admin@example.com', password: 'bench-password' };
export const TOKEN = 'bench-token-0123456789';

/** Its environment. */
const SETTINGS = {
  KEY: '11111111-2222-3333-4444-555555555555',
  SECRET: 'bench-secret-bench-secret-bench-secret',
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: 'data.db',
  ADMIN_EMAIL: USER.email,
  ADMIN_PASSWORD: USER.password,
  TELEMETRY: 'false',
  RATE_LIMITER_ENABLED: 'false',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://127.0.0.1',
  STORAGE_LOCATIONS: 'local',
  STORAGE_LOCAL_ROOT: 'uploads',
  ASSETS_TRANSFORM_MAX_CONCURRENT: '25',
  WEBSOCKETS_ENABLED: 'false',
  CACHE_STORE: 'memory',
  CACHE_TTL: '1h',
} as const;

/** Installs and fills it unless that was done before; throws if this machine can't. */
export async function installDirectus(folder: string, museum: string): Promise<string> {
  const home = join(folder, 'directus');
  if (existsSync(join(home, 'filled'))) return home;
  if (!isInstalled('npm', '--version')) throw new Error('npm is not installed');
  if (!existsSync(join(HEADERS, 'include/node/node_api.h'))) throw new Error(`no headers of Node are in ${HEADERS}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  if (!existsSync(join(home, 'node_modules/directus'))) {
    await run('npm', ['install', DIRECTUS, '--ignore-scripts', '--no-audit', '--no-fund'], home);
  }
  const driver = join(home, 'node_modules/sqlite3');
  if (!existsSync(join(driver, 'build/Release/node_sqlite3.node'))) {
    const gyp = join(home, 'node_modules/node-gyp/bin/node-gyp.js');
    await run(process.execPath, [gyp, 'rebuild', `--nodedir=${HEADERS}`], driver);
  }
  writeFileSync(join(home, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {};\n');
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`);
  await run('env', [...settings, process.execPath, join(home, 'node_modules/directus/cli.js'), 'bootstrap'], home);
  await fill(home, museum);
  writeFileSync(join(home, 'filled'), '');
  return home;
}

export async function startDirectus(
  home: string,
  { isCached, core }: { isCached: boolean; core?: number },
): Promise<Running> {
  const port = await freePort();
  const command = pinned(core, process.execPath, [join(home, 'node_modules/directus/cli.js'), 'start']);
  const settings = { ...SETTINGS, PORT: String(port), CACHE_ENABLED: String(isCached) };
  return await start(command, port, '/server/ping', settings, home);
}

/** Puts photographs into its files; returns their IDs. */
export async function uploadPhotos({ url }: Running, paths: readonly string[]): Promise<readonly string[]> {
  const known = (await call(url, 'GET', '/files?limit=-1&fields=id,title')) as readonly { id: string; title: string }[];
  const ids: string[] = [];
  for (const [i, path] of paths.entries()) {
    const title = `photo ${i}`;
    const found = known.find((file) => file.title === title);
    if (found) ids.push(found.id);
    else {
      const form = new FormData();
      form.append('title', title);
      form.append('file', new Blob([new Uint8Array(readFileSync(path))], { type: 'image/jpeg' }), `${i}.jpg`);
      const answer = await fetch(`${url}/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: form,
      });
      if (!answer.ok) throw new Error(`Directus does not take ${path}: ${answer.status}`);
      ids.push(((await answer.json()) as { data: { id: string } }).data.id);
    }
  }
  return ids;
}

async function fill(home: string, museum: string): Promise<void> {
  {
    await using server = await startDirectus(home, { isCached: false });
    const login = (await call(server.url, 'POST', '/auth/login', USER, '')) as { access_token: string };
    await call(server.url, 'PATCH', '/users/me', { token: TOKEN }, login.access_token);
    const field = (name: string, type: string, schema = {}) => ({ field: name, type, schema, meta: {} });
    const fields = [
      field('id', 'integer', { is_primary_key: true }),
      field('title', 'string'),
      field('description', 'text'),
      field('filename', 'string', { is_indexed: true }),
      field('extension', 'string', { is_indexed: true }),
      field('uploaded', 'timestamp', { is_indexed: true }),
      field('modified', 'timestamp'),
      field('width', 'integer'),
      field('height', 'integer'),
      field('size', 'integer'),
    ];
    await call(server.url, 'POST', '/collections', { collection: 'assets', schema: {}, meta: {}, fields });
  }
  using database = new DatabaseSync(join(home, 'data.db'));
  const names = 'id, title, description, filename, extension, uploaded, modified, width, height, size';
  const insert = database.prepare(`INSERT INTO assets (${names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  database.exec('BEGIN');
  const input = createReadStream(join(museum, 'assets.jsonl.gz')).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const { id, name, extension, uploaded, modified, width, height, size, infofields } = JSON.parse(line) as Record<
      string,
      string
    > & { readonly infofields: Record<string, string> };
    insert.run(
      Number(id),
      (infofields['100'] ?? '').slice(0, 250),
      (infofields['103'] ?? '').slice(0, 200),
      (name ?? '').slice(0, 250),
      extension ?? '',
      Date.parse(uploaded ?? ''),
      Date.parse(modified ?? ''),
      Number(width),
      Number(height),
      Number(size),
    );
  }
  database.exec('COMMIT; CREATE INDEX assets_title ON assets (title); ANALYZE');
}

async function call(url: string, method: string, path: string, body?: object, token = TOKEN): Promise<unknown> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Directus answers ${path} with ${answer.status}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data;
}
