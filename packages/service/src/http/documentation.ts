import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { type Brand, logoOf } from '../api/pages/brand.ts';
import { escapeHtml } from '../api/pages/html.ts';
import { PACKAGE } from '../config/package.ts';
import type { Answer, Request } from './answer.ts';
import { openBuiltFiles, PAGE_POLICY } from './built-files.ts';

/** The build makes the pages beside the compiled code. The sources have only those of the last build. */
export const DOCUMENTATION = new URL('dist/docs/', PACKAGE);

const POLICY = [...PAGE_POLICY, "frame-ancestors 'self'"].join('; ');
/** A drawing has its style inside. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The place for the name and the logo, which `scripts/site/frame.ts` leaves. */
const CATALOGUE = /<!--catalogue-->.*?<!---->/;

/**
 * Answers `/docs` and the paths below it with the files of `folder`, in the colours and with the name of the brand; undefined
 * for every other path.
 */
export function openDocumentation(folder: URL, brand: Brand): (request: Request) => Promise<Answer | undefined> {
  const answer = openBuiltFiles({
    folder,
    path: '/docs/',
    finish: (name, bytes) => branded(name, bytes, brand),
    namesFor: (rest) => [rest, `${rest}.html`, `${rest}index.html`],
    headersOf: (name) => ({
      'content-security-policy': extname(name) === '.svg' ? DRAWING_POLICY : POLICY,
      'referrer-policy': 'same-origin',
    }),
  });
  // Links on the pages are relative to the folder.
  const redirection: Answer = { status: 308, headers: { location: 'docs/' } };
  return async (request) => {
    if (request.path !== '/docs') return await answer(request);
    return existsSync(new URL('index.html', folder)) ? redirection : undefined;
  };
}

function branded(name: string, bytes: Buffer, brand: Brand): Buffer {
  if (name === 'docs.css') return Buffer.concat([bytes, Buffer.from(brand.css)]);
  if (extname(name) !== '.html') return bytes;
  const own = brand.at(name.split('/').length, 'en');
  const mark = `${logoOf(own, '')}<span>${escapeHtml(own.name ?? 'Catalogue')}</span>`;
  return Buffer.from(bytes.toString().replace(CATALOGUE, () => mark));
}
