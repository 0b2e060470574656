/** Every figure, each with its peer from the same run. Sample data is read from beside the checkout, or from arguments. */
import { existsSync, rmSync } from 'node:fs';
import { beside } from './beside.ts';
import { benchFolderImport } from './folder-import.ts';
import { benchMuseum, importMuseum } from './museum.ts';
import { benchTree } from './tree.ts';

const [museum = beside('data/museum'), photos = beside('corpus/photos')] = process.argv.slice(2);

if (existsSync(museum)) {
  await benchMuseum(museum);
  const { data } = await importMuseum(museum);
  await benchTree(data);
  rmSync(data, { recursive: true, force: true });
} else {
  console.log(`not measured: there is no ${museum}`);
}
if (existsSync(photos)) await benchFolderImport(photos);
else console.log(`not measured: there is no ${photos}`);
