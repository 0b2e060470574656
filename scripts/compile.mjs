// Makes JavaScript of TypeScript with esbuild. Runs on the Node of the machine.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

/** Imports of packages that remain at run time: a default, names, the package; or the package that a function imports. */
const IMPORTS = /^import (?!type )(?:(\w+)(?:, )?)?(?:\{([^}]*)\})? ?from '([^.'][^']*)'|import\('([^.'][^']*)'\)/gm;

/** Where modules of packages that the build contains are. */
const VENDOR = 'vendor';

/**
 * Makes a module of each source, without checking types, and puts it as deep below `outdir` as the source is below `base`. What the
 * sources import of the packages `contained` becomes part of the build, without the rest of them. Resolves to an exit status.
 */
export async function compile({ sources, base, outdir, tsconfig, contained }) {
  const vendorOf = (path) => (contained.some((name) => path === name || path.startsWith(`${name}/`)) ? VENDOR : '');
  const imports = {
    name: 'imports',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ path, kind, importer }) => {
        if (kind === 'entry-point') return undefined;
        const above = relative(dirname(importer), base).split(sep).join('/') || '.';
        const vendored = vendorOf(path) && `${above}/${VENDOR}/${path}.js`;
        // Style sheets have modules, too (styles.mjs).
        return { path: vendored || path.replace(/^(\..*?)(?:\.ts|(?<=\.css))$/, '$1.js'), external: true };
      });
    },
  };
  const shared = { outdir, bundle: true, format: 'esm', charset: 'utf8', logLevel: 'warning' };
  // Bundles of one file each, because only in bundles are the names of imported files changed.
  const modules = { ...shared, entryPoints: sources, outbase: base, tsconfig, plugins: [imports] };
  try {
    await Promise.all([build(modules), contain(importedNames(sources, vendorOf), base, shared)]);
    return 0;
  } catch (error) {
    if (error.errors === undefined) throw error;
    return 1;
  }
}

/** Returns the names that the sources import, by package; `*` stands for all. */
function importedNames(sources, isContained) {
  const names = new Map();
  for (const text of sources.map((path) => readFileSync(path, 'utf8'))) {
    for (const [, whole, list = '', named, late] of text.matchAll(IMPORTS)) {
      const path = named ?? late;
      if (!isContained(path)) continue;
      const listed = list.split(',').map((name) => name.trim().replace(/ as .*/, ''));
      const known = names.get(path) ?? new Set();
      names.set(path, known);
      for (const name of listed.filter((each) => each !== '' && !each.startsWith('type '))) known.add(name);
      if (whole) known.add('default');
      if (late) known.add('*');
    }
  }
  return names;
}

/** Bundles what is imported of packages, and writes the licences of all that is in the bundles beside them. */
async function contain(names, base, shared) {
  if (names.size === 0) return;
  const entry = ([path, imported]) =>
    imported.has('*') ? `export * from '${path}';` : `export { ${[...imported].join(', ')} } from '${path}';`;
  const contents = new Map([...names].map((each) => [each[0], entry(each)]));
  const folder = join(shared.outdir, VENDOR);
  const { metafile } = await build({
    ...shared,
    outdir: folder,
    entryPoints: [...contents.keys()].map((path) => ({ in: path, out: path })),
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    minify: true,
    platform: 'node',
    legalComments: 'none',
    metafile: true,
    // Packages that aren't modules require those of Node. Minified modules have no names as long as this one.
    banner: {
      js: "import{createRequire as nodeRequireOf}from'node:module';const require=nodeRequireOf(import.meta.url);",
    },
    plugins: [
      {
        name: 'entries',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path, kind }) =>
            kind === 'entry-point' ? { path, namespace: 'entries' } : undefined,
          );
          onLoad({ filter: /./, namespace: 'entries' }, ({ path }) => ({
            contents: contents.get(path),
            resolveDir: base,
          }));
        },
      },
    ],
  });
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

/** The licences of the packages that have these files. */
function licencesOf(files) {
  const folders = files.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
      const notices = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)/i.test(file));
      const texts = notices.map((file) => readFileSync(resolve(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}
