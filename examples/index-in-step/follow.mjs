// Keeps an index of all assets in step with the catalogue: a file with the name of each.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { connect, isServiceError } from '@asset-browsing-service/client';

const { SERVICE = 'http://localhost:8080/', TOKEN, INDEX = 'index.json', SECONDS = '30' } = process.env;
/** Assets whose names are asked for at once. */
const AT_ONCE = 100;
const client = connect(SERVICE, { token: TOKEN, locale: 'en' });

let { cursor, names } = await readIndex();
try {
  for await (const batch of client.changes({ cursor, seconds: Number(SECONDS) })) {
    if (batch.isNew) names = new Map();
    const assets = batch.changes.filter(({ type }) => type === 'asset');
    const gone = assets.filter(({ action }) => action === 'removed');
    for (const { id } of gone) names.delete(id);
    const there = assets.filter(({ action }) => action !== 'removed').map(({ id }) => id);
    for (let at = 0; at < there.length; at += AT_ONCE) {
      const found = await client.node.search({
        search: '',
        search_id: there.slice(at, at + AT_ONCE),
        paginate: AT_ONCE,
      });
      // One that has gone meanwhile is among the next changes.
      for (const { id, name } of found.items) names.set(id, name);
    }
    // In the middle of the first listing there is no cursor, and a restart begins anew.
    if (batch.cursor === undefined) continue;
    await writeIndex(batch.cursor);
    console.log(`${names.size} assets, ${there.length} new or changed, ${gone.length} gone`);
  }
} catch (error) {
  console.error(isServiceError(error) ? `${error.message} (${error.code})` : error);
  process.exitCode = 1;
}

async function readIndex() {
  try {
    const { cursor, names } = JSON.parse(await readFile(INDEX, 'utf8'));
    return { cursor, names: new Map(names) };
  } catch {
    return { cursor: undefined, names: new Map() };
  }
}

/** Writes names and cursor together, so that neither is ahead of the other. */
async function writeIndex(cursor) {
  await writeFile(`${INDEX}.part`, JSON.stringify({ cursor, names: [...names] }));
  await rename(`${INDEX}.part`, INDEX);
}
