/** Writes the index of a data folder to its file, and ends with 1 where that fails. */
import { dirname } from 'node:path';
import { readIndexFile, writeIndexFile } from '../../../columnar/src/index-file.ts';

const [, , file = '', catalogue = ''] = process.argv;
const base = readIndexFile(file, catalogue);
if (!base) throw new Error(`no index in ${dirname(file)}`);
writeIndexFile(file, catalogue, base);
