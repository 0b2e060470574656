// Bundles the elements of packages/components for browsers. Runs on the project's own Node.
import { cpSync, globSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Writes a self-contained module for each element, and for the pages made of them, into `folder`. Modules share what they
 * have in common as chunks, so that a page that loads several loads Lit and the client once. `imports.json` says which
 * chunks each module needs at once.
 */
export async function bundle(root, folder) {
  const sources = join(root, 'packages/components/src');
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
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
    // Lit and three want their notices to stay with them.
    legalComments: 'linked',
    logLevel: 'warning',
    metafile: true,
    absWorkingDir: folder,
    alias: { '@asset-browsing-service/client': join(root, 'packages/client/src/index.ts') },
    // The settings of the project are for Node.
    tsconfigRaw: {},
  });
  for (const file of globSync('page/*.{css,svg}', { cwd: sources })) {
    cpSync(join(sources, file), join(folder, basename(file)));
  }
  writeFileSync(join(folder, 'imports.json'), JSON.stringify(importsOf(metafile.outputs), undefined, 1));
}

/** Returns for each entry the chunks that it imports, and those that they import, without those imported later. */
function importsOf(outputs) {
  const collect = (path, found) => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(imported)) continue;
      found.add(imported);
      collect(imported, found);
    }
    return [...found];
  };
  const entries = Object.keys(outputs).filter((path) => outputs[path].entryPoint !== undefined);
  return Object.fromEntries(entries.map((path) => [path, collect(path, new Set())]));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [root, folder] = process.argv.slice(2);
  await bundle(root, folder);
}
