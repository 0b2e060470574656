// Writes what is generated from declarations in the code: parts of docs/, the OpenAPI documents, the types of the client, and
// compiled code. A test fails if they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { interfaceModule } from '../packages/client/scripts/interface.ts';
import { EN } from '../packages/core/src/domain/messages/en.ts';
import { OPERATION_LIST, PATH_OPERATIONS } from '../packages/service/src/app/registry.ts';
import { caseExamples } from './case-examples.ts';
import { forGenerators } from './openapi/for-generators.ts';
import { openApiByOperation, openApiByQuery } from './openapi/openapi-document.ts';
import type { ErrorMeanings } from './openapi/responses.ts';
import { bundleKeys } from './reference/bundle.ts';
import { bundleSchema } from './reference/bundle-schema.ts';
import { commandLinePage } from './reference/command-line.ts';
import { declaredElements, elementSections, elementsManifest } from './reference/elements.ts';
import { interfacePages } from './reference/interface.ts';
import { kernelModule } from './reference/kernel.ts';
import { metricsList } from './reference/metrics.ts';
import { pageTextsModule } from './reference/page-texts.ts';
import { queryKeys } from './reference/queries.ts';
import { settingsLists, settingsSchema } from './reference/settings.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Where what is written as WebAssembly stands. */
const KERNELS = 'packages/columnar/src';
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The generated files by path, with the content that they should have. */
export function generated(): ReadonlyMap<string, string> {
  const { version } = JSON.parse(read('packages/service/package.json'));
  const operations = { operations: OPERATION_LIST, pathOperations: PATH_OPERATIONS };
  const options = { ...operations, version, meanings: meanings(), examples: caseExamples() };
  const elements = declaredElements(ROOT);
  const elementsPage = read('docs/elements.md');
  const queries = `\n\n${queryKeys(ROOT)}`;
  const byOperation = openApiByOperation(options);
  return new Map([
    ['docs/reference/settings.md', withParts(read('docs/reference/settings.md'), { settings: settingsLists() })],
    ['docs/reference/metrics.md', withParts(read('docs/reference/metrics.md'), { metrics: metricsList() })],
    ['docs/reference/bundle.md', withParts(read('docs/reference/bundle.md'), { keys: bundleKeys(bundleSchema()) })],
    ['docs/reference/command-line.md', commandLinePage()],
    ...interfacePages(byOperation),
    ['docs/elements.md', withParts(elementsPage, { elements: elementSections(elements, elementsPage) + queries })],
    ['docs/openapi.json', jsonText(forGenerators(byOperation))],
    ['docs/openapi-3.2.json', jsonText(openApiByQuery(options))],
    ['docs/settings.schema.json', jsonText(settingsSchema())],
    ['docs/bundle.schema.json', jsonText(bundleSchema())],
    ['docs/messages.en.json', jsonText({ en: EN })],
    ['packages/client/src/interface.ts', interfaceModule()],
    ...['near-kernel', 'phrase-kernel', 'prefix-kernel'].map(
      (name) => [`${KERNELS}/${name}-code.ts`, kernelModule(name, read(`${KERNELS}/${name}.wat`))] as const,
    ),
    ['packages/service/src/config/page-text-keys.ts', pageTextsModule()],
    ['packages/components/custom-elements.json', elementsManifest(elements)],
  ]);
}

function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  let text = page;
  for (const [name, part] of Object.entries(parts)) {
    const between = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n?<!-- end of ${name} -->)`);
    if (!between.test(text)) throw new Error(`the marks of the part ${name} are missing in a page`);
    text = text.replace(between, (_, start: string, end: string) => `${start}\n${part}\n${end}`);
  }
  return text;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 1)}\n`;
}

/** When each error happens, from docs/reference/errors.md. */
function meanings(): ErrorMeanings {
  return new Map(
    [...read('docs/reference/errors.md').matchAll(/^- `(\w+)` \(\d+\): (.+?)\.\s/gms)].map(
      ([, code = '', when = '']) => [code, when.replaceAll(/\s+/g, ' ')],
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of generated()) writeFileSync(new URL(`../${path}`, import.meta.url), text);
}
