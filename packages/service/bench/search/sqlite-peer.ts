/**
 * The peer: SQLite with FTS5, tuned as well as we know how. Words in a contentless FTS5 table, links by place in pre-order so
 * that a sub-tree is a range, an index per sort order, collation ranks instead of names, all codes of an asset in one number
 * for facets, and plans chosen by the number of hits.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { AssetQuery, Criterion, SortKey } from '../../../columnar/src/search-index.ts';
import { compareNames } from '../../../core/src/domain/text.ts';
import { assetAt, EXTENSION_NAMES, FIELD, TREES } from './generator.ts';

/** Above this number of hits it walks through an order; below it sorts the hits. */
const WALK_HITS = 3000;

/** Places of all nodes in one pre-order, by ID, and the ends of their sub-trees. */
const PLACES = new Map(
  TREES.flatMap(({ nodes }) =>
    nodes.map(({ node, place, end }) => [node.id, { first: node.id, end: node.id - place + end }]),
  ),
);

export interface Answer {
  readonly total: number;
  readonly ids: readonly number[];
  readonly text: string;
}

export interface Engine extends Disposable {
  readonly name: string;
  ask(query: AssetQuery): Promise<Answer>;
}

/** Opens the peer over as many generated assets; its file is made once. */
export function openSqlitePeer(folder: string, assets: number): Engine {
  const path = join(folder, `peer-${assets}.sqlite`);
  if (!existsSync(path)) {
    make(`${path}.new`, assets);
    renameSync(`${path}.new`, path);
  }
  const database = new DatabaseSync(path);
  database.exec('PRAGMA mmap_size = 2147418112; PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY');
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const all = (sql: string, ...bindings: SQLInputValue[]) =>
    statements.getOrInsertComputed(sql, () => database.prepare(sql)).all(...bindings);
  return {
    name: 'SQLite FTS5',
    ask: async (query) => {
      const { total, rows, facets } = answer(query, all);
      return { total, ids: rows.map(({ id }) => Number(id)), text: JSON.stringify({ total, rows, facets }) };
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function make(path: string, assets: number): void {
  rmSync(path, { force: true });
  using database = new DatabaseSync(path);
  database.exec(`
    PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
    CREATE TABLE assets (id INTEGER PRIMARY KEY, name TEXT, name_rank INTEGER, extension INTEGER, category INTEGER,
      uploaded INTEGER, modified INTEGER, size INTEGER);
    CREATE TABLE filters (id INTEGER PRIMARY KEY, dd1 INTEGER, cb INTEGER, extension INTEGER, n1 REAL);
    CREATE TABLE packed (id INTEGER PRIMARY KEY, codes INTEGER, refs TEXT);
    CREATE TABLE links (node INTEGER, id INTEGER, PRIMARY KEY (node, id)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5 (x, content = '', contentless_delete = 1, detail = column);
    BEGIN`);
  const names = Array.from({ length: assets }, (_, i) => assetAt(i).active.name);
  const compare = compareNames('en');
  const order = Uint32Array.from(names.keys()).sort((a, b) => compare(names[a] ?? '', names[b] ?? ''));
  const ranks = new Uint32Array(assets);
  order.forEach((asset, rank) => {
    ranks[asset] = rank;
  });
  const asset = database.prepare('INSERT INTO assets VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const filter = database.prepare('INSERT INTO filters VALUES (?, ?, ?, ?, ?)');
  const pack = database.prepare('INSERT INTO packed VALUES (?, ?, ?)');
  const link = database.prepare('INSERT INTO links VALUES (?, ?)');
  const text = database.prepare('INSERT INTO words (rowid, x) VALUES (?, ?)');
  for (let i = 0; i < assets; i++) {
    const { id, type = 0, nodes, fields, uploaded, modified, active } = assetAt(i);
    const { name, size = 0, properties } = active;
    const extension = EXTENSION_NAMES.indexOf(properties.extension);
    const number = (field: number) => Number(fields.get(field) ?? 0);
    asset.run(id, name, ranks[i] ?? 0, extension, properties.category, uploaded, modified, size);
    const n1 = fields.get(FIELD.n1);
    filter.run(id, number(FIELD.dd1), Number(fields.get(FIELD.cb)), extension, typeof n1 === 'number' ? n1 : null);
    const codes =
      extension | (properties.category << 6) | (type << 9) | (number(FIELD.dd1) << 13) | (number(FIELD.dd2) << 18);
    const refs = fields.get(FIELD.nr1);
    pack.run(id, codes, Array.isArray(refs) ? refs.join() : null);
    for (const node of nodes) link.run(node, id);
    const own = [FIELD.t1, FIELD.t2, FIELD.t3].map((field) => String(fields.get(field)));
    text.run(id, [name.replaceAll(/[_.]/g, ' '), properties.extension, ...own].join(' '));
  }
  database.exec(`COMMIT;
    CREATE INDEX links_by_asset ON links (id, node);
    CREATE INDEX by_name ON assets (name_rank, id);
    CREATE INDEX by_uploaded ON assets (uploaded DESC, id);
    CREATE INDEX by_modified ON assets (modified DESC, id);
    CREATE INDEX by_size ON assets (size DESC, id);
    CREATE INDEX filters_by_items ON filters (dd1, cb, extension, n1);
    CREATE INDEX filters_by_number ON filters (n1);
    INSERT INTO words (words) VALUES ('optimize');
    ANALYZE`);
}

type Rows = readonly Record<string, unknown>[];
type All = (sql: string, ...bindings: SQLInputValue[]) => Rows;

const COLUMNS = 'a.id, a.name, a.category, a.extension, a.size, a.modified, a.uploaded';

/** Picks the plan for a query; the shapes are known, as in a tuned application. */
function answer(query: AssetQuery, all: All): { total: number; rows: Rows; facets?: unknown } {
  const { all: criteria, offset, count, facets } = query;
  const source = sourceOf(criteria);
  const counted = facets
    ? countFacets(
        all(`SELECT p.codes, p.refs FROM (${source.sql}) m CROSS JOIN packed p ON p.id = m.id`, ...source.bindings),
      )
    : undefined;
  const total =
    counted?.total ?? Number(all(`SELECT count(*) AS n FROM (${source.sql})`, ...source.bindings)[0]?.['n']);
  const found = counted ? { total, facets: counted.facets } : { total };
  if (count === 0 || total === 0) return { ...found, rows: [] };
  const [key] = query.sort;
  if (key?.by === 'score') {
    const rows = all(
      `SELECT ${COLUMNS} FROM (SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rank LIMIT ? OFFSET ?) m CROSS JOIN assets a ON a.id = m.id`,
      source.match ?? '',
      count,
      offset,
    );
    return { ...found, rows };
  }
  const order = orderOf(query.sort);
  const index = query.sort.length === 1 && key ? INDEXES[key.by] : undefined;
  const sql =
    index && total > WALK_HITS
      ? `SELECT ${COLUMNS} FROM (SELECT a.id FROM assets a INDEXED BY ${index} WHERE a.id IN (${source.sql}) ORDER BY ${order} LIMIT ? OFFSET ?) y CROSS JOIN assets a ON a.id = y.id`
      : `SELECT ${COLUMNS} FROM (${source.sql}) m CROSS JOIN assets a ON a.id = m.id ORDER BY ${order} LIMIT ? OFFSET ?`;
  return { ...found, rows: all(sql, ...source.bindings, count, offset) };
}

const INDEXES: Readonly<Record<string, string>> = {
  name: 'by_name',
  uploaded: 'by_uploaded',
  modified: 'by_modified',
  size: 'by_size',
};

const EXTENSION_RANK = `CASE a.extension ${[...EXTENSION_NAMES]
  .sort(compareNames('en'))
  .map((name, rank) => `WHEN ${EXTENSION_NAMES.indexOf(name)} THEN ${rank}`)
  .join(' ')} END`;

function orderOf(sort: readonly SortKey[]): string {
  const keys = sort.map(({ by, descending }) => {
    const column = by === 'name' ? 'a.name_rank' : by === 'extension' ? EXTENSION_RANK : `a.${by}`;
    return `${column} ${descending ? 'DESC' : 'ASC'}`;
  });
  return [...keys, 'a.id'].join(', ');
}

interface Source {
  readonly sql: string;
  readonly bindings: readonly SQLInputValue[];
  readonly match?: string;
}

/** Statements that select the IDs of the matches. */
function sourceOf(criteria: readonly Criterion[]): Source {
  const [first, second, third] = criteria;
  if (first?.kind === 'text') {
    const match = first.terms.map(({ words }) => `"${words.join(' ')}"`).join(first.join === 'any' ? ' OR ' : ' AND ');
    if (second?.kind !== 'nodes' || third?.kind !== 'range') {
      return { sql: 'SELECT rowid AS id FROM words WHERE words MATCH ?', bindings: [match], match };
    }
    // The plus prevents FTS5 from looking up the folder's assets one by one.
    const sql = `SELECT f.rowid AS id FROM words f JOIN assets d ON d.id = f.rowid WHERE f.words MATCH ?
      AND +f.rowid IN (SELECT id FROM links WHERE node >= ? AND node < ?) AND d.uploaded BETWEEN ? AND ?`;
    return { sql, bindings: [match, ...rangeOf(second), Number(third.from), Number(third.to)] };
  }
  if (first?.kind === 'nodes') {
    return { sql: 'SELECT DISTINCT id FROM links WHERE node >= ? AND node < ?', bindings: rangeOf(first) };
  }
  if (first?.kind === 'some') {
    const [numbers, nodes] = first.of;
    if (numbers?.kind !== 'range' || nodes?.kind !== 'nodes') throw new Error('no such shape');
    const sql = `SELECT id FROM filters WHERE n1 BETWEEN ? AND ? UNION SELECT id FROM links WHERE node >= ? AND node < ?`;
    return { sql, bindings: [Number(numbers.from), Number(numbers.to), ...rangeOf(nodes)] };
  }
  const [extensions, items, , numbers] = criteria;
  if (extensions?.kind !== 'extensions' || items?.kind !== 'items' || numbers?.kind !== 'range')
    throw new Error('no such shape');
  const codes = extensions.values.map((name) => EXTENSION_NAMES.indexOf(name));
  const sql = `SELECT id FROM filters WHERE dd1 = ? AND cb = 1 AND extension IN (${codes.map(() => '?').join()}) AND n1 BETWEEN ? AND ?`;
  return { sql, bindings: [Number(items.ids[0]), ...codes, Number(numbers.from), Number(numbers.to)] };
}

function rangeOf({ ids: [id = 0] }: Extract<Criterion, { kind: 'nodes' }>): readonly [number, number] {
  const { first, end } = PLACES.get(id) ?? { first: 0, end: 0 };
  return [first, end];
}

/** Counts the codes of all hits; node references themselves, which is less than a sub-tree count. */
function countFacets(rows: Rows): { total: number; facets: unknown } {
  const counts = Array.from({ length: 6 }, () => new Map<number, number>());
  const add = (facet: number, value: number) => {
    const map = counts[facet];
    if (value !== 0 || facet < 2) map?.set(value, (map.get(value) ?? 0) + 1);
  };
  for (const { codes, refs } of rows) {
    const packed = Number(codes);
    add(0, packed & 63);
    add(1, (packed >> 6) & 7);
    add(2, (packed >> 9) & 15);
    add(3, (packed >> 13) & 31);
    add(4, packed >> 18);
    if (typeof refs === 'string') for (const ref of refs.split(',')) add(5, Number(ref));
  }
  const facets = counts.map((map) => [...map].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 100));
  return { total: rows.length, facets };
}
