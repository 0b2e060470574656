// Collects what another system has, and writes it as a bundle (docs/reference/bundle.md).
import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import papaparse from 'papaparse';

const [FOLDER, KEYWORD] = [101, 103];
/** IDs begin here, so that one can tell them apart. Assets may have IDs of their own. */
const FIRST = { node: 1, field: 100, asset: 1 };

export class Bundle {
  #directory;
  #language;
  /** IDs that were given so far, by kind and key. They are kept in the bundle, so that the next run gives the same. */
  #ids;
  #nodes = new Map();
  #fields = new Map();
  #languages = new Set();
  #assets = [];

  /** `language` is that of values without one. */
  static async open(directory, language = 'en') {
    await mkdir(join(directory, 'files'), { recursive: true });
    const text = await readFile(join(directory, 'ids.json'), 'utf8').catch(() => '{}');
    return new Bundle(directory, language, JSON.parse(text));
  }

  constructor(directory, language, ids) {
    this.#directory = directory;
    this.#language = language;
    this.#ids = ids;
    this.#languages.add(language);
  }

  /** The ID of an asset whose system has others than numbers. */
  assetId(key) {
    return this.#idOf('asset', key);
  }

  #idOf(kind, key) {
    this.#ids[kind] ??= {};
    const ids = this.#ids[kind];
    ids[key] ??= Object.keys(ids).length + FIRST[kind];
    return ids[key];
  }

  /** The node at a path of names, which are made where they are missing. */
  #node(type, names) {
    let parent = null;
    for (const [at, name] of names.entries()) {
      const id = this.#idOf('node', JSON.stringify([type, ...names.slice(0, at + 1)]));
      if (!this.#nodes.has(id)) this.#nodes.set(id, { id, type, parent, name });
      parent = id;
    }
    return parent;
  }

  /**
   * Adds an asset. `folders` and `keywords` are paths of names; `fields` are texts by name, or objects with a text for each
   * language; everything else is as in the bundle. Empty values are left out.
   */
  add({ folders = [], keywords = [], fields = {}, ...rest }) {
    const nodes = [
      ...folders.map((names) => this.#node(FOLDER, names)),
      ...keywords.map((names) => this.#node(KEYWORD, names)),
    ];
    const infofields = {};
    for (const [name, value] of Object.entries(fields)) {
      const texts = typeof value === 'string' ? { [this.#language]: value } : value;
      const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
      if (given.length === 0) continue;
      const id = this.#idOf('field', name);
      this.#fields.set(id, { id, name, type: 'text', localized: true, multiline: true, on: ['asset'] });
      infofields[id] = Object.fromEntries(given);
      for (const [language] of given) this.#languages.add(language);
    }
    const own = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '' && value !== null);
    this.#assets.push({
      ...Object.fromEntries(own),
      nodes: [...new Set(nodes)].filter((id) => id !== null),
      infofields,
    });
  }

  /**
   * Fetches the file of an asset, unless an earlier run has it. Returns its path in the bundle. `version` changes with the file.
   */
  async fetch(address, { id, name, version = '', headers = {} }) {
    const path = `files/${id}${version === '' ? '' : `-${version.replaceAll(/\W/g, '')}`}${extname(name).toLowerCase()}`;
    const file = join(this.#directory, path);
    if (await exists(file)) return path;
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
    // Beside the file first, so that a cut download leaves no half file.
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(`${file}.part`));
    await rename(`${file}.part`, file);
    return path;
  }

  /** Writes the catalogue, with users for whom everything is visible. */
  async write() {
    const catalogue = {
      languages: [...this.#languages],
      default_language: this.#language,
      node_types: [
        { id: FOLDER, key: 'folder', permission: 'permission_defining' },
        { id: KEYWORD, key: 'keyword' },
      ],
      info_fields: [...this.#fields.values()],
      download_formats: [{ id: 1, name: 'Original' }],
      groups: [{ id: 1, name: 'Everybody' }],
      users: [{ id: 1, name: 'Visitor', groups: [1], service: true }],
      nodes: [...this.#nodes.values()],
      assets: this.#assets,
    };
    await writeFile(join(this.#directory, 'ids.json'), JSON.stringify(this.#ids, null, 2));
    await writeFile(join(this.#directory, 'catalogue.json'), JSON.stringify(catalogue, null, 2));
    console.log(`${this.#assets.length} assets in ${this.#directory}; now: abs import ${this.#directory}`);
  }
}

/** Asks for JSON, and throws what the other system says instead. */
export async function getJson(address, headers = {}) {
  const answer = await fetch(address, { headers: { accept: 'application/json', ...headers } });
  if (!answer.ok) throw new Error(`${new URL(address).pathname}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/**
 * The rows of a CSV file as objects, by the names in its first line. Separators are `,`, `;` or tabs; the encoding is UTF-8, or
 * one that spreadsheets of Windows save in.
 */
export async function readCsv(file) {
  const bytes = await readFile(file);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  const { data, errors } = papaparse.parse(text, { header: true, skipEmptyLines: 'greedy' });
  if (errors.length > 0) throw new Error(`${file}, row ${(errors[0].row ?? 0) + 2}: ${errors[0].message}`);
  return data;
}

/** Splits `Places > Lakes, Autumn` into names; a path has its own separator. */
export function listOf(text = '', separator = ',') {
  const names = text.split(separator).map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** The variables of the environment with these names. Throws for one that is missing. */
export function given(...names) {
  return names.map((name) => {
    const value = process.env[name];
    if (!value) throw new Error(`set ${name}; README.md says to what`);
    return value;
  });
}

function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
