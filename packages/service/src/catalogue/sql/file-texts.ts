/** The texts of files, for both databases. */
import type { FileText } from '../../../../core/src/domain/file-text.ts';
import type { ChangeNotes } from '../change-notes.ts';
import type { Cells } from '../rows.ts';
import { type KeptText, TEXT_REVISION, type TextChanges, type TextWork } from '../texts.ts';
import type { Sql } from './sql.ts';
import { FILE_TEXTS, type RowWriter, WANTED_TEXTS } from './written-tables.ts';

/** State of a work in its column. Above these is a text that was read, by the revision of the reader. */
const STATES = ['to do', 'done', 'failed'] as const;
const [TO_DO, DONE, FAILED] = [0, 1, 2];
const READ = FAILED + TEXT_REVISION;
const COLUMNS: Readonly<Record<TextWork, string>> = { read: 'reading', recognise: 'recognition' };

/** Number of UTF-16 units after which texts that are read together are enough. */
const MAX_CHARACTERS = 4_000_000;
/** Number of files per statement. */
const FILES_AT_ONCE = 500;

/** Columns in the order that `readFileText` expects. */
const FILE_TEXT_COLUMNS = 'file_texts.pages, has_pages';

export function readFileText([pages, hasPages]: Cells): FileText {
  return { pages: JSON.parse(String(pages)) as readonly string[], hasPages: Number(hasPages) === 1 };
}

/** The texts of the active versions of the assets `condition` names, with the asset's ID before the columns. */
export const selectDocuments = (condition: string): string =>
  `SELECT a.id, ${FILE_TEXT_COLUMNS} FROM assets a JOIN file_texts ON file_texts.sha256 = a.sha256
   WHERE ${condition} AND file_texts.characters > 0`;

/** Reads the texts of assets, as `IndexedState.documents` promises. */
export async function* readDocuments(
  { query, isOneOf, ids }: Pick<Sql, 'query' | 'isOneOf' | 'ids'>,
  assets: readonly number[],
): AsyncGenerator<ReadonlyMap<number, FileText>> {
  const found = await query(
    `SELECT a.id, file_texts.characters FROM assets a JOIN file_texts ON file_texts.sha256 = a.sha256
     WHERE ${isOneOf('a.id', '$1')} AND file_texts.characters > 0 ORDER BY a.id`,
    [ids(assets)],
  );
  let group: number[] = [];
  let characters = 0;
  for (const [place, [id, length]] of found.entries()) {
    group.push(Number(id));
    characters += Number(length);
    if (characters < MAX_CHARACTERS && place < found.length - 1) continue;
    const rows = await query(`${selectDocuments(isOneOf('a.id', '$1'))} ORDER BY a.id`, [ids(group)]);
    yield new Map(rows.map(([asset, ...cells]) => [Number(asset), readFileText(cells)]));
    group = [];
    characters = 0;
  }
}

/** Reads all texts that an asset has, for copies, in ascending order of their key. */
export async function* readKeptTexts({ query }: Pick<Sql, 'query'>): AsyncGenerator<readonly KeptText[]> {
  for (let after = ''; ; ) {
    const rows = await query(
      `SELECT sha256, characters FROM file_texts WHERE sha256 > $1 AND reading <> ${TO_DO}
         AND EXISTS (SELECT 1 FROM assets a WHERE a.sha256 = file_texts.sha256)
       ORDER BY sha256 LIMIT ${FILES_AT_ONCE}`,
      [after],
    );
    if (rows.length === 0) return;
    const texts: KeptText[] = [];
    let characters = 0;
    for (const [sha256, length] of rows) {
      after = String(sha256);
      const text = await readKeptText({ query }, after);
      if (text) texts.push(text);
      characters += Number(length);
      if (characters >= MAX_CHARACTERS) break;
    }
    yield texts;
  }
}

async function readKeptText({ query }: Pick<Sql, 'query'>, sha256: string): Promise<KeptText | undefined> {
  const select = `SELECT ${FILE_TEXT_COLUMNS}, reading, recognition FROM file_texts WHERE sha256 = $1`;
  const [cells] = await query(select, [sha256]);
  if (!cells) return undefined;
  const [, , reading, recognition] = cells;
  return {
    sha256,
    ...readFileText(cells),
    reading: Number(reading) === FAILED ? 'failed' : Number(reading) < READ ? 'outdated' : 'done',
    recognition: STATES[Number(recognition)] ?? 'done',
  };
}

/** Returns what a transaction needs to keep texts. */
export function openTextChanges(sql: Sql, notes: ChangeNotes, rows: RowWriter): TextChanges {
  const { query } = sql;
  const owner = (sha256: string) => ({ kind: 'text', id: sha256 }) as const;

  return {
    wantText: async (sha256, work = 'read') => {
      // A picture has nothing to read, only to recognise.
      const cells = [sha256, work === 'read' ? TO_DO : READ, work === 'read' ? DONE : TO_DO, '[]', 0, 0];
      rows.add(WANTED_TEXTS, owner(sha256), sha256, cells);
    },
    wantTexts: async (hasText, work, { isAgain = false } = {}) => {
      await rows.flush();
      const types = await query('SELECT DISTINCT media_type FROM assets WHERE sha256 IS NOT NULL');
      const wanted = types.map(([type]) => ({ type: String(type) })).filter(({ type }) => hasText(type));
      const column = COLUMNS[work];
      const isDue = `file_texts.${column} ${work === 'read' ? `BETWEEN ${DONE} AND ${READ - 1}` : `= ${FAILED}`}`;
      await query(
        `INSERT INTO file_texts (sha256, reading, recognition, pages, characters, has_pages)
         SELECT sha256, ${work === 'read' ? `${TO_DO}, ${DONE}` : `${READ}, ${TO_DO}`}, ${sql.json("'[]'")}, 0, 0
         FROM (SELECT DISTINCT a.sha256 FROM assets a
           JOIN ${sql.objectsIn('$1', 'm', 'type text')} ON m.type = a.media_type) AS files
         WHERE sha256 IS NOT NULL
         ON CONFLICT (sha256) ${isAgain ? `DO UPDATE SET ${column} = ${TO_DO} WHERE ${isDue}` : 'DO NOTHING'}`,
        [JSON.stringify(wanted)],
      );
    },
    wantedTexts: async (work, { after, most }) => {
      await rows.flush();
      const found = await query(
        `SELECT t.sha256, a.media_type, a.original FROM file_texts t
         JOIN assets a ON a.id = (SELECT min(id) FROM assets WHERE sha256 = t.sha256)
         WHERE t.${COLUMNS[work]} = ${TO_DO} AND t.sha256 > $1 ORDER BY t.sha256 LIMIT ${most}`,
        [after],
      );
      return found.map(([sha256, mediaType, name]) => ({
        sha256: String(sha256),
        mediaType: String(mediaType),
        name: String(name),
      }));
    },
    keptText: async (sha256) => {
      await rows.flush();
      return await readKeptText(sql, sha256);
    },
    putTexts: async (texts) => {
      await rows.flush();
      for (const { sha256, pages, hasPages, reading, recognition } of texts) {
        const [before] = await query(`SELECT ${FILE_TEXT_COLUMNS} FROM file_texts WHERE sha256 = $1`, [sha256]);
        const json = JSON.stringify(pages);
        rows.add(FILE_TEXTS, owner(sha256), sha256, [
          sha256,
          reading === 'failed' ? FAILED : reading === 'outdated' ? DONE : READ,
          STATES.indexOf(recognition),
          json,
          pages.reduce((sum, page) => sum + page.length, 0),
          hasPages ? 1 : 0,
        ]);
        if (String(before?.[0] ?? '[]') === json && (!before || Number(before[1]) === Number(hasPages))) continue;
        for (const [asset] of await query('SELECT id FROM assets WHERE sha256 = $1', [sha256])) {
          notes.note('asset', Number(asset));
        }
      }
    },
    forgetTexts: async (keys) => {
      await rows.flush();
      await query(
        `DELETE FROM file_texts WHERE sha256 IN (SELECT k.sha256 FROM ${sql.objectsIn('$1', 'k', 'sha256 text')})
           AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.sha256 = file_texts.sha256)`,
        [JSON.stringify(keys.map((sha256) => ({ sha256 })))],
      );
    },
  };
}
