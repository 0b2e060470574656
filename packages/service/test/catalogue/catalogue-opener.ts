/** Opens a catalogue. `write`: ten nodes per change until killed. `together`: forty new ones, each when told. */
import { once } from 'node:events';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';

const [directory = '', mode] = process.argv.slice(2);
if (mode === 'write') {
  const writer = openCatalogueWriter({ directory });
  await writer.change((c) =>
    c.put('node_type', { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true }),
  );
  for (;;) {
    await writer.change(async (c) => {
      for (let count = 0; count < 10; count += 1)
        await c.put('node', { id: await c.nextId('node'), type: 101, name: 'n', position: 0, fields: new Map() });
    });
    process.send?.('committed');
  }
}
for (let count = 0; count < 40; count += 1) {
  const told = once(process, 'message');
  process.send?.('ready');
  await told;
  await openCatalogue({ directory: `${directory}/${count}` })[Symbol.asyncDispose]();
}
process.disconnect?.();
