// Bundles the elements of packages/components for browsers. Runs on the project's own Node.
import { cpSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { styles, writeStyles } from './styles.mjs';

/**
 * What most elements need: modules of `packages/components/src`, and of packages. Each element loads all of it as one file,
 * which compresses better than many small ones.
 */
const COMMON = [
  'abs-catalogue.ts',
  'catalogue/!(ask-again|asking|assets-dialog|early-answers|failure-notice|fetched-pictures|load-controller|picture-cache|refusals).ts',
  'assets/!(asset-ids|assets-by-id|for-each-limited|web-picture).ts',
  'expiry/later-notes.ts',
  'theme/{after-paint,cut-name,dialogs,icons,keep-focus,notice,slots,styled}.ts',
  'theme/{controls,notice,tokens}.css',
];
const COMMON_PACKAGES = ['lit', 'lit/directives/keyed.js', 'lit/directives/repeat.js'];

/** Modules that are imported later, only by another one; what both need is part of the file of the other one. */
const AFTER = {
  'grid/groups.ts': 'abs-grid.ts',
  'grid/list-notices.ts': 'abs-grid.ts',
  'grid/scrubber-element.ts': 'abs-grid.ts',
  'grid/select-drag.ts': 'abs-grid.ts',
  'browse/tools.ts': 'picker/chooser-element.ts',
  'list/list-head-element.ts': 'picker/chooser-element.ts',
  'picker/chooser-element.ts': 'abs-picker.ts',
  'picker/picked-asset.ts': 'abs-picker.ts',
  'picker/setting-problems.ts': 'abs-picker.ts',
  'picker/tray-state.ts': 'abs-picker.ts',
};

/**
 * Writes one module per element into `folder`; common code goes into shared chunks, so that a site that loads several elements
 * loads Lit and the client once. The page made of them has all that its first view needs in one file, because each file costs
 * a slow connection more than its bytes. `imports.json` says which chunks each module needs at once.
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
    // Lit and three want their notices to stay with them: each file has a LEGAL.txt beside it.
    legalComments: 'external',
    logLevel: 'warning',
    // Modules without side effects are imported only to be kept together.
    logOverride: { 'ignored-bare-import': 'silent' },
    metafile: true,
    // Names of chunks depend on paths relative to it, and must not depend on where the project is.
    absWorkingDir: sources,
    alias: { '@asset-browsing-service/client': join(root, 'packages/client/src/index.ts') },
    // The settings of the project are for Node.
    tsconfigRaw: {},
  };
  const entryPoints = (patterns) =>
    Object.fromEntries(
      globSync(patterns, { cwd: sources }).map((path) => [basename(path, '.ts'), join(sources, path)]),
    );
  const common = [
    ...COMMON_PACKAGES,
    ...globSync(COMMON, { cwd: sources }).map((path) => join(sources, path)),
  ].toSorted();
  const direct = withoutIndex(join(root, 'packages/client/src'));
  const needed = (file) => {
    const before = AFTER[relative(sources, file)];
    return before === undefined ? common : [...needed(join(sources, before)), join(sources, before)];
  };
  const elements = await build({
    ...shared,
    entryPoints: entryPoints(['abs-*.ts', 'page/picker-page.ts']),
    plugins: [together(sources, needed), shortTemplates(sources, direct), zoomModule, styles],
  });
  // For pages that load no elements.
  const opener = await build({ ...shared, entryPoints: entryPoints(['picker/open-picker.ts']) });
  // A page that others show in a frame: one small file.
  const player = await build({
    ...shared,
    entryPoints: entryPoints(['page/player-page.ts']),
    plugins: [shortTemplates(sources, direct), styles],
  });
  const firstView = join(sources, 'page/page.ts');
  const page = await build({
    ...shared,
    entryPoints: { page: join(sources, 'page/start.ts') },
    plugins: [
      together(sources, (file) => (file === firstView || file.endsWith('/start.ts') ? [] : [firstView])),
      shortTemplates(sources, direct),
      zoomModule,
      styles,
    ],
  });
  cpSync(join(sources, 'page/icon.svg'), join(folder, 'icon.svg'));
  const sheets = ['theme/tokens.css', 'page/page.css'].map((file) => readFileSync(join(sources, file), 'utf8'));
  // The pages contain it.
  const { code: sheet } = await transform(sheets.join(''), { loader: 'css', minify: true, charset: 'utf8' });
  writeFileSync(join(folder, 'page.css'), sheet.trim());
  const imports = [elements, opener, player, page].map(({ metafile }) =>
    importsOf(metafile.outputs, (path) => relative(folder, join(sources, path))),
  );
  writeFileSync(join(folder, 'imports.json'), JSON.stringify(Object.assign({}, ...imports), undefined, 1));
}

/**
 * Keeps modules together. esbuild makes a chunk of what the same entries need; so each entry and each module that is imported
 * later is made to need the modules that `needed` says.
 */
function together(sources, needed) {
  return {
    name: 'together',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /./ }, async ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import' && kind !== 'entry-point') return undefined;
        const { path: file } = await resolve(path, { resolveDir, kind: 'import-statement' });
        // Relative, because esbuild orders modules by it, and the bytes must not depend on where the project is.
        return needed(file).length > 0 ? { path: relative(sources, file), namespace: 'with-others' } : { path: file };
      });
      onLoad({ filter: /./, namespace: 'with-others' }, ({ path }) => {
        const file = join(sources, path);
        const contents = [
          ...needed(file).map((module) => `import ${JSON.stringify(module)};`),
          `export * from ${JSON.stringify(file)};`,
        ].join('\n');
        return { contents, resolveDir: sources };
      });
    },
  };
}

/**
 * Returns a function that makes a source import from the modules of the client instead of their index, because esbuild treats all
 * that an index exports as needed wherever something of it is needed.
 */
function withoutIndex(client) {
  const namesIn = (list) => list.split(',').flatMap((name) => name.trim() || []);
  const modulesOf = () => {
    const index = readFileSync(join(client, 'index.ts'), 'utf8');
    const modules = [...index.matchAll(/^export \{([^}]*)\} from '(.*)';$/gm)];
    return new Map(modules.flatMap(([, names, file]) => namesIn(names).map((name) => [name, join(client, file)])));
  };
  // Only once a source needs it, because a project without such a source may have no client.
  let modules;
  const moduleOf = (name) => {
    modules ??= modulesOf();
    if (!modules.has(name)) throw new Error(`the index of the client exports no ${name} in a way that is read here`);
    return modules.get(name);
  };
  return (source) =>
    source.replaceAll(/^import \{([^}]*)\} from '@asset-browsing-service\/client';$/gm, (_, names) =>
      namesIn(names)
        .filter((name) => !name.startsWith('type '))
        .map((name) => `import { ${name} } from ${JSON.stringify(moduleOf(name))};`)
        .join(''),
    );
}

/** Takes out of templates the spaces that have no meaning, which esbuild leaves as they are written. */
function shortTemplates(sources, direct) {
  return {
    name: 'short-templates',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!path.startsWith(sources)) return undefined;
        return { contents: direct(readFileSync(path, 'utf8')).replaceAll(/\n\s+/g, '\n'), loader: 'ts' };
      });
    },
  };
}

/** Reads OpenSeadragon as a module, because esbuild would put what it needs for other formats into what every element loads. */
const zoomModule = {
  name: 'zoom-module',
  setup({ onLoad }) {
    onLoad({ filter: /openseadragon\.js$/ }, ({ path }) => ({
      contents: `const module = { exports: {} }, define = undefined;\n${readFileSync(path, 'utf8')}\nexport default module.exports;`,
    }));
  },
};

/**
 * Returns for each entry the chunks that it imports, and those that they import, without those imported later; `nameOf` gives their
 * names.
 */
function importsOf(outputs, nameOf) {
  const collect = (path, found) => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(imported)) continue;
      found.add(imported);
      collect(imported, found);
    }
    return [...found];
  };
  const entries = Object.keys(outputs).filter((path) => outputs[path].entryPoint !== undefined);
  return Object.fromEntries(entries.map((path) => [nameOf(path), collect(path, new Set()).map(nameOf)]));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [root, folder, modules] = process.argv.slice(2);
  await bundle(root, folder);
  if (modules) await writeStyles(join(root, 'packages/components/src'), modules);
}
