// From "CSV export - metadata" of ResourceSpace, and a folder with the originals that its column "Original filename" names.
import { copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Bundle, given, listOf, readCsv } from './bundle.mjs';

const [csv, files, out] = given('CSV', 'FILES', 'OUT');
const { KEYWORDS = 'Keywords' } = process.env;
/** What ResourceSpace says of a resource besides its fields. The names are those of an installation in English. */
const OWN = ['Resource ID(s)', 'Resource type', 'Contributed by', 'File checksum', 'Original', 'Original filename'];

const bundle = await Bundle.open(out);
for (const row of await readCsv(csv)) {
  const id = Number(row['Resource ID(s)']);
  const name = row['Original filename'] ?? '';
  if (!Number.isInteger(id) || id < 1 || name === '')
    throw new Error(`${csv}: a row has no "Resource ID(s)" or "Original filename": ${JSON.stringify(row)}`);
  const file = `files/${id}${extname(name).toLowerCase()}`;
  await copyFile(join(files, name), join(out, file));
  const fields = Object.entries(row).filter(([column]) => !OWN.includes(column) && column !== KEYWORDS);
  bundle.add({
    ...{ id, file, name },
    folders: [['ResourceSpace', row['Resource type'] || 'Resources']],
    keywords: listOf(row[KEYWORDS]).map((keyword) => [keyword]),
    fields: Object.fromEntries(fields),
  });
}
await bundle.write();
