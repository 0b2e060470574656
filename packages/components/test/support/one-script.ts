import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { styles } from '../../../../scripts/styles.mjs';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** One script of these modules in the order of their imports, as bundlers make it; `/elements/` has another order. */
export async function oneScript(...modules: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: modules.map((name) => `export * from './${name}';`).join('\n'),
      resolveDir: `${ROOT}packages/components/src`,
    },
    ...{ bundle: true, write: false, format: 'esm', target: 'es2023', tsconfigRaw: {}, plugins: [styles] },
    alias: { '@asset-browsing-service/client': `${ROOT}packages/client/src/index.ts` },
  });
  return outputFiles[0]?.text ?? '';
}
