// Makes modules of the style sheets of packages/components, because browsers and bundlers don't agree on how to import a sheet.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';

/** The module that stands for a sheet: it exports a `CSSResult` of Lit. */
async function moduleOf(file) {
  const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'css', minify: true, charset: 'utf8' });
  return `import { unsafeCSS } from 'lit';\nexport default /* @__PURE__ */ unsafeCSS(${JSON.stringify(code.trim())});\n`;
}

/** Lets esbuild import sheets. */
export const styles = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: await moduleOf(path),
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
};

/** Writes the modules of all sheets of `sources` into `folder`, where the compiled modules import them. */
export async function writeStyles(sources, folder) {
  for (const path of globSync('**/*.css', { cwd: sources, exclude: ['page/page.css'] })) {
    const file = join(folder, `${path}.js`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await moduleOf(join(sources, path)));
  }
}
