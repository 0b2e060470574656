// Bundles the elements of packages/components for browsers. Runs on the project's own Node.
import { cpSync, globSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Writes a self-contained module for each element, and for the page made of them, into `folder`. Elements share what they
 * have in common as chunks, so that a site that loads several loads Lit and the client once. The page has all that its first
 * view needs in one file, because each file costs a slow connection more than its bytes. `imports.json` says which chunks each
 * module needs at once.
 */
export async function bundle(root, folder) {
  const sources = join(root, 'packages/components/src');
  mkdirSync(folder, { recursive: true });
  const shared = {
    outdir: folder,
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
  };
  const elements = await build({
    ...shared,
    entryPoints: globSync(['abs-*.ts', 'page/picker-page.ts', 'picker/open-picker.ts'], { cwd: sources })
      .toSorted()
      .map((entry) => join(sources, entry)),
    entryNames: '[name]',
  });
  const page = await build({
    ...shared,
    entryPoints: { page: join(sources, 'page/start.ts') },
    plugins: [firstViewWhole(join(sources, 'page/page.ts'))],
  });
  for (const file of globSync('page/*.{css,svg}', { cwd: sources })) {
    cpSync(join(sources, file), join(folder, basename(file)));
  }
  const imports = { ...importsOf(elements.metafile.outputs), ...importsOf(page.metafile.outputs) };
  writeFileSync(join(folder, 'imports.json'), JSON.stringify(imports, undefined, 1));
}

/**
 * Keeps the modules of the first view together. esbuild makes a chunk of what the same entries need; so each module that is
 * imported later is made to need all of the first view, which is there by then.
 */
function firstViewWhole(firstView) {
  return {
    name: 'first-view-whole',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const { path: file } = await resolve(path, { resolveDir, kind: 'import-statement' });
        return file === firstView ? { path: file } : { path: file, namespace: 'later' };
      });
      onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
        contents: `import ${JSON.stringify(firstView)}; export * from ${JSON.stringify(path)};`,
        resolveDir: dirname(path),
      }));
    },
  };
}

/**
 * Returns for each entry the chunks that it imports, and those that they import, without those imported later. The page is
 * imported later only by the module that starts it, at once.
 */
function importsOf(outputs) {
  const collect = (path, found) => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      const isPage = outputs[imported]?.entryPoint?.endsWith('/page/page.ts');
      if ((kind !== 'import-statement' && !isPage) || found.has(imported)) continue;
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
