/** The texts of assets, word by word, in temporary tables: rebuilt for each revision. */
import type { DatabaseSync } from 'node:sqlite';
import type { TextTerm } from '../../../src/domain/full-text.ts';
import type { FieldValue } from '../../../src/domain/model.ts';
import { wordsOf } from '../../../src/domain/words.ts';

/** `field` of the name and of the extension. */
export const NAME = 'name';
const EXTENSION = 'extension';

/** Fills `own_texts` (asset, field) and the words of each row in `own_words`. */
export function fillOwnTexts(database: DatabaseSync, textFields: ReadonlySet<number>): void {
  database.exec(`
    DROP TABLE IF EXISTS temp.own_texts;
    DROP TABLE IF EXISTS temp.own_words;
    CREATE TEMP TABLE own_texts (id INTEGER PRIMARY KEY, asset INTEGER NOT NULL, field TEXT NOT NULL, words TEXT NOT NULL, size INTEGER NOT NULL);
    CREATE INDEX temp.own_texts_by_asset ON own_texts (asset, size);
    CREATE VIRTUAL TABLE temp.own_words USING fts5 (words, content = '', tokenize = 'ascii');
  `);
  const rows = database.prepare('SELECT id, name, extension, fields FROM assets');
  const addText = database.prepare('INSERT INTO temp.own_texts (asset, field, words, size) VALUES (?, ?, ?, ?)');
  const addWords = database.prepare('INSERT INTO temp.own_words (rowid, words) VALUES (?, ?)');
  const add = (asset: number, field: string, text: string) => {
    const words = wordsOf(text);
    if (words.length === 0) return;
    const { lastInsertRowid } = addText.run(asset, field, words.join(' '), words.length);
    addWords.run(lastInsertRowid, words.map(encode).join(' '));
  };
  for (const { id, name, extension, fields } of rows.all()) {
    add(Number(id), NAME, String(name));
    add(Number(id), EXTENSION, String(extension));
    for (const [field, value] of Object.entries(JSON.parse(String(fields)) as Record<string, FieldValue>)) {
      if (!textFields.has(Number(field))) continue;
      const texts = typeof value === 'string' ? [value] : Object.values(value);
      for (const text of texts) add(Number(id), field, String(text));
    }
  }
}

/** Hexadecimal digits, which no tokenizer splits or folds; a prefix of a word is a prefix of its digits. */
function encode(word: string): string {
  return Buffer.from(word).toString('hex');
}

/** The term as a query of FTS5. */
export function matchOf({ words, isPrefix }: TextTerm): string {
  return `"${words.map(encode).join(' ')}"${isPrefix ? ' *' : ''}`;
}
