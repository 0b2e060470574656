// From an export of CELUM: a table with a row for each asset, and a folder with the originals.
import { copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Bundle, given, listOf, readCsv } from './bundle.mjs';

const [csv, files, out] = given('CSV', 'FILES', 'OUT');
const { LOCALE = 'en' } = process.env;
/** The columns with a meaning of their own, in exports as configured here. All others are information fields. */
const {
  ID = 'Asset ID',
  NAME = 'File name',
  COLLECTIONS = 'Collections',
  KEYWORDS = 'Keywords',
  UPLOADED = 'Creation date',
  VALID_UNTIL = 'Valid until',
} = process.env;
const OWN = [ID, NAME, COLLECTIONS, KEYWORDS, UPLOADED, VALID_UNTIL];

const bundle = await Bundle.open(out, LOCALE);
for (const row of await readCsv(csv)) {
  const [id, name] = [Number(row[ID]), row[NAME]];
  if (!Number.isInteger(id) || id < 1 || !name)
    throw new Error(
      `${csv}: a row has no "${ID}" or "${NAME}", which the variables ID and NAME rename: ${JSON.stringify(row)}`,
    );
  const file = `files/${id}${extname(name).toLowerCase()}`;
  // Names are not unique in CELUM; exports then write the ID before them.
  await copyFile(join(files, name), join(out, file)).catch(() =>
    copyFile(join(files, `${id}_${name}`), join(out, file)),
  );
  const fields = {};
  for (const [column, text] of Object.entries(row)) {
    if (OWN.includes(column)) continue;
    // A localized field has a column for each language, such as `Title (de)`.
    const [, field = column, language = LOCALE] = /^(.+) \(([a-z]{2})\)$/.exec(column) ?? [];
    fields[field] = { ...fields[field], [language]: text };
  }
  const paths = (text) => listOf(text, ';').map((path) => listOf(path, '/'));
  bundle.add({
    ...{ id, file, name, fields },
    uploaded: dateOf(row[UPLOADED]),
    valid_until: dateOf(row[VALID_UNTIL]),
    folders: paths(row[COLLECTIONS]),
    keywords: paths(row[KEYWORDS]),
  });
}
await bundle.write();

/** Reads `31.12.2026`, with or without a time, as well as ISO 8601. */
function dateOf(text = '') {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.slice(0, 10);
}
