import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Answer, Request } from './answer.ts';
import { openStaticFiles } from './static-files.ts';

/** The build makes the pages beside the compiled code. The sources have only those of the last build. */
export const DOCUMENTATION = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/docs/' : '../docs/',
  import.meta.url,
);

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=UTF-8'],
  ['.css', 'text/css; charset=UTF-8'],
  ['.js', 'text/javascript; charset=UTF-8'],
  ['.json', 'application/json; charset=UTF-8'],
  ['.svg', 'image/svg+xml'],
]);

/** Pages load only files beside them, and send requests to the service alone. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
/** A drawing has its style inside. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Answers `/docs` and the paths below it with the files of `folder`; undefined for every other path. They need no token,
 * because they contain nothing of the catalogue.
 */
export function openDocumentation(folder: URL): (request: Request) => Promise<Answer | undefined> {
  const names = existsSync(folder) ? new Set(filesBelow(folder)) : new Set<string>();
  const send = openStaticFiles((name) => readFile(new URL(name, folder)));

  return async (request) => {
    const [, inDocs] = /^\/docs(?:\/(.*))?$/.exec(request.path) ?? [];
    // Links on the pages are relative to the folder.
    if (request.path === '/docs' && names.size > 0) return { status: 308, headers: { location: 'docs/' } };
    if (inDocs === undefined) return undefined;
    const name = [inDocs, `${inDocs}.html`, `${inDocs}index.html`].find((each) => names.has(each));
    return name === undefined ? undefined : await send(request, name, headersOf(name));
  };
}

function filesBelow(folder: URL): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => MEDIA_TYPES.has(extname(name)));
}

function headersOf(name: string): Readonly<Record<string, string>> {
  const extension = extname(name);
  return {
    'content-type': MEDIA_TYPES.get(extension) ?? 'application/octet-stream',
    'content-security-policy': extension === '.svg' ? DRAWING_POLICY : PAGE_POLICY,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
