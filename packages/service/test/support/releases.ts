/** The stored data of each release, and what the service answers from it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../../core/src/domain/values.ts';
import { openStorage, type StorageSettings } from '../../src/app/storage.ts';
import { exportBundle } from '../../src/transfer/bundle/export-bundle.ts';
import { type RunningApp, startNode } from './app.ts';

/** Holds a folder for each release, named by its version. */
export const RELEASES = fileURLToPath(new URL('../fixtures/releases', import.meta.url));

/** What a release answered from its data, and what it was asked with. */
export interface Kept {
  /** Of the user 2; requests to `closed/` are sent with it. */
  readonly token: string;
  /** Code of a PIN. */
  readonly pin: string;
  /** Next ID of an asset: the highest one was removed, and must not be given again. */
  readonly nextAsset: number;
  /** Answers by the request; of a file, its SHA-256. */
  readonly answers: Readonly<Record<string, unknown>>;
}

export interface Release {
  readonly version: string;
  /** Data folder: catalogue, tokens and originals. */
  readonly data: string;
  /** The catalogue as a bundle. */
  readonly bundle: string;
  /** The catalogue and the tokens as SQL for PostgreSQL; the originals are those of the data folder. */
  readonly sql: string;
  readonly kept: Kept;
}

export function releases(): readonly Release[] {
  return readdirSync(RELEASES)
    .filter((name) => statSync(join(RELEASES, name)).isDirectory())
    .map((version) => {
      const { kept, ...paths } = pathsOf(version);
      return { version, ...paths, kept: JSON.parse(readFileSync(kept, 'utf8')) as Kept };
    });
}

/** Where a release lies. */
export function pathsOf(version: string) {
  const at = (name: string) => join(RELEASES, version, name);
  return { data: at('data'), bundle: at('bundle'), sql: at('postgres.sql'), kept: at('kept.json') };
}

/** Settings with which the answers were kept. */
const SETTINGS: Readonly<Record<string, string>> = {
  ABS_PIN_PARENT_NODE: '20',
  ABS_ENDPOINTS: JSON.stringify({ staff: { serviceUser: 2 }, closed: { token: { verifier: 'static' } } }),
};

/** Starts the service over a copy of the data folder. */
export async function startOver(data: string, settings: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  return await startNode({ ...SETTINGS, ...settings }, async (copy) => cpSync(data, copy, { recursive: true }));
}

/** Asks the service. Returns the data of a JSON answer, and the SHA-256 of a file. */
export async function answerTo(app: RunningApp, request: string, token: string): Promise<unknown> {
  const headers = request.startsWith('closed/') ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(`${app.url}/${request}`, { ...(headers && { headers }) });
  if (response.status !== 200) return { refusedWith: response.status };
  if (/download[=?]/.test(request)) {
    return createHash('sha256')
      .update(await response.bytes())
      .digest('hex');
  }
  const { data } = (await response.json()) as { readonly data: unknown };
  return data;
}

/** Exports the whole catalogue into an empty folder. */
export async function exportTo(directory: string, settings: StorageSettings): Promise<void> {
  await using storage = await openStorage(settings);
  const { catalogue, originals } = storage;
  const { signal } = new AbortController();
  await exportBundle({ directory, catalogue, originals, signal, onProgress: () => {} });
}

/** Files of a folder by path; texts of bundles as they are, so that a difference can be read, and of others the SHA-256. */
export function contentsOf(folder: string): Readonly<Record<string, string>> {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return Object.fromEntries(
    paths.map((path) => {
      const bytes = readFileSync(path);
      const text = /\.jsonl?$/.test(path) ? bytes.toString() : createHash('sha256').update(bytes).digest('hex');
      return [path.slice(folder.length + 1), text];
    }),
  );
}

/** Asks everything that was kept an answer of. Later versions may add keys to objects, and nothing else. */
export async function keepsAnswers(app: RunningApp, { answers, token }: Kept): Promise<void> {
  assert.ok(Object.keys(answers).length > 0);
  for (const [request, kept] of Object.entries(answers))
    assert.deepEqual(keptPartOf(await answerTo(app, request, token), kept), kept, request);
}

/** Opens the page of the PIN, and downloads a file there. */
export async function keepsPin(app: RunningApp, { pin, answers, token }: Kept): Promise<void> {
  const page = await fetch(`${app.url}/pin/${pin}`);
  assert.equal(page.status, 200);
  const html = await page.text();
  for (const text of ['Spring', 'dawn', 'img2.txt']) assert.ok(html.includes(text), text);
  const file = await answerTo(app, `pin/${pin}/download?asset=1003&format=1`, token);
  assert.equal(file, answers['asset.do?download=1003:1']);
}

function keptPartOf(answer: unknown, kept: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(kept)) return answer.map((item, at) => keptPartOf(item, kept[at]));
  if (!isObject(answer) || !isObject(kept)) return answer;
  const common = Object.keys(kept).filter((key) => key in answer);
  return Object.fromEntries(common.map((key) => [key, keptPartOf(answer[key], kept[key])]));
}
