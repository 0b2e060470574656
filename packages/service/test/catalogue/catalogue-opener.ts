/** Opens a catalogue in a process of its own; with `write` it writes ten nodes per change until it is killed. */
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
      for (let count = 0; count < 10; count += 1) {
        await c.put('node', { id: await c.nextId('node'), type: 101, name: 'n', position: 0, fields: new Map() });
      }
    });
    process.send?.('committed');
  }
}
await openCatalogue({ directory })[Symbol.asyncDispose]();
process.disconnect?.();
