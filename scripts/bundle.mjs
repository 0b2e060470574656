// Bundles the elements of packages/components for browsers. Runs on the project's own Node.
import { globSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Writes a self-contained module for each element, and for the page made of them, into `folder`. Modules share what they
 * have in common as chunks, so that a page that loads several loads Lit and the client once.
 */
export async function bundle(root, folder) {
  const sources = join(root, 'packages/components/src');
  const entries = globSync(['abs-*.ts', 'page/page.ts'], { cwd: sources }).toSorted();
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), join(sources, entry)])),
    platform: 'browser',
    resolve: { alias: { '@asset-browsing-service/client': join(root, 'packages/client/src/index.ts') } },
    tsconfig: false,
    checks: { circularDependency: true },
  });
  try {
    await bundled.write({
      dir: folder,
      format: 'es',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name]-[hash].js',
    });
  } finally {
    await bundled.close();
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [root, folder] = process.argv.slice(2);
  await bundle(root, folder);
}
