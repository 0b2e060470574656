import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { EXAMPLE_SERVICE, partsOfExample } from '../../../../scripts/site/examples.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { readExecutable } from '../../../service/test/docs/page-blocks.ts';
import { serveFiles } from '../../../service/test/support/static-files.ts';
import { openContext } from './host.ts';

/** Returns a block of a guide, by default that of the elements: the first of a language, or the one with this word. */
export function guideBlock(language: string, use = '', guide = 'elements'): string {
  const { blocks } = readExecutable(`guides/${guide}.md`);
  const found = blocks.find((block) => block.language === language && block.use === use);
  if (!found) throw new Error(`the guide ${guide} has no block ${language} ${use}`);
  return found.text;
}

export interface ExamplePage extends AsyncDisposable {
  readonly page: Page;
  /** Directives of the policy that the page has broken. */
  refused(): Promise<readonly string[]>;
}

/** Opens an example on a site of its own with the policy of the guide. `token` is what `/media-token` answers. */
export async function openExample(
  browser: Browser,
  text: string,
  { service, token, port }: { readonly service: string; readonly token?: string; readonly port?: number },
): Promise<ExamplePage> {
  await using stack = new AsyncDisposableStack();
  const folder = newFolder();
  const { html, script, style } = partsOfExample(text, `${service}/`);
  writeFileSync(join(folder, 'example.js'), script);
  writeFileSync(join(folder, 'example.css'), style);
  const policy = guideBlock('text', 'policy').replaceAll(EXAMPLE_SERVICE.slice(0, -1), service).replaceAll('\n', ' ');
  const connectsToItself = token === undefined ? policy : policy.replace('connect-src', "connect-src 'self'");
  const head = `<meta http-equiv="Content-Security-Policy" content="${connectsToItself}">
    <link rel="icon" href="data:,"><link rel="stylesheet" href="example.css">`;
  const pages = new Map([
    ['/page.html', `${html.replace('<head>', `<head>${head}`)}<script type="module" src="example.js"></script>`],
    ['/media-token', token],
  ]);
  const site = stack.use(await serveFiles(folder, (path) => pages.get(path), port));
  const context = await openContext(browser);
  stack.defer(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      refused.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await page.goto(`${site.url}page.html`);
  const owned = stack.move();
  return {
    page,
    refused: () => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
