/** Prints how the clocks of the servers in the settings differ from that of this program, in seconds. */
import { openStorage, storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';

const [data = ''] = process.argv.slice(2);
await using storage = await openStorage(storageSettings(loadConfig({ options: { data } })));
const { signal } = new AbortController();
const differences: Record<string, number> = {};
for (const [server, read] of storage.clocks)
  differences[server] = Math.round(((await read(signal)) ?? Number.NaN) / 1000);
console.log(JSON.stringify(differences));
