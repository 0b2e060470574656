// Bundles the elements of packages/components for browsers. Runs on the project's own Node.
import { globSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Writes a self-contained module for each element, and for the page made of them, into `folder`. Modules share what they
 * have in common as chunks, so that a page that loads several loads Lit and the client once.
 */
export async function bundle(root, folder) {
  const sources = join(root, 'packages/components/src');
  await build({
    entryPoints: globSync(['abs-*.ts', 'page/page.ts'], { cwd: sources })
      .toSorted()
      .map((entry) => join(sources, entry)),
    outdir: folder,
    entryNames: '[name]',
    chunkNames: 'shared/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    alias: { '@asset-browsing-service/client': join(root, 'packages/client/src/index.ts') },
    // The settings of the project are for Node.
    tsconfigRaw: {},
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [root, folder] = process.argv.slice(2);
  await bundle(root, folder);
}
