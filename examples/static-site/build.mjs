// Makes a web site of a collection: one page with its pictures, which needs the service no more.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect, isServiceError } from '@asset-browsing-service/client';

const { SERVICE = 'http://localhost:8080/', NODE_ID, TOKEN, OUT = 'site' } = process.env;
if (!/^\d+$/.test(NODE_ID ?? '')) throw new Error('set NODE_ID to the ID of a node, whose pictures the site shows');
const client = connect(SERVICE, { token: TOKEN, locale: 'en' });
const pictures = join(OUT, 'pictures');

try {
  await mkdir(pictures, { recursive: true });
  const [node] = await nodeOf(Number(NODE_ID));
  const first = await client.node.id({ id: Number(NODE_ID), paginate: 100, extended: true, recursive: true });
  const figures = [];
  const used = new Set();
  for await (const asset of first.all()) {
    if (asset.type !== 1) continue;
    const small = await fetchPicture(asset, false);
    const large = await fetchPicture(asset, true);
    used.add(small).add(large);
    figures.push(figureOf(asset, small, large));
  }
  const template = await readFile(new URL('template.html', import.meta.url), 'utf8');
  const page = template
    .replaceAll('{{title}}', () => escaped(node.name))
    .replace('{{figures}}', () => figures.join('\n'));
  await writeWhole(join(OUT, 'index.html'), (path) => writeFile(path, page));
  // Pictures of earlier builds go last, when no page shows them.
  for (const name of await readdir(pictures)) if (!used.has(name)) await rm(join(pictures, name));
  console.log(`${figures.length} pictures in ${OUT}`);
} catch (error) {
  console.error(isServiceError(error) ? `${error.message} (${error.code})` : error);
  process.exitCode = 1;
}

async function nodeOf(id) {
  return [await client.node.tree({ tree: id, depth: 1, with_root: true })].flat();
}

/** Fetches a picture unless an earlier build has. Its name changes with its version, so browsers may keep it for ever. */
async function fetchPicture({ id, version }, big) {
  const key = createHash('sha256').update(`${SERVICE} ${id} ${version} ${big}`).digest('hex').slice(0, 16);
  if (await exists(join(pictures, `${key}.jpg`))) return `${key}.jpg`;
  const file = await client.asset.preview({ preview: id, version, big });
  // The service may have the picture at the next build, so what it sends instead has another name.
  const name = file.isPlaceholder ? `${key}-placeholder.jpg` : `${key}.jpg`;
  await writeWhole(join(pictures, name), (part) => pipeline(Readable.fromWeb(file.stream), createWriteStream(part)));
  return name;
}

function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Writes beside the file first, so that a cut download leaves no half file. */
async function writeWhole(path, write) {
  await write(`${path}.part`);
  await rename(`${path}.part`, path);
}

function figureOf({ name, preview_width: width, preview_height: height }, small, large) {
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  return `<figure><a href="pictures/${large}"><img src="pictures/${small}" alt="${escaped(name)}" loading="lazy"${size}></a>
<figcaption>${escaped(name)}</figcaption></figure>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
