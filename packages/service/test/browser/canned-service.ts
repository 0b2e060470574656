import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBrowserPage } from '../../src/api/pages/browser/browser-page.ts';

const { html, scriptHash, styleHash } = readBrowserPage();

/** The page as it is in the project. */
export const page = html;

/** The content of the page's only element of that name. */
export function inlineTexts(opening: string, closing: string): string[] {
  return page
    .split(opening)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(closing)));
}

/** Allows the page's one script and one style by hash, pictures and requests of the same origin, and nothing else. */
function policy(): string {
  return `default-src 'none'; script-src ${scriptHash}; style-src ${styleHash}; img-src 'self' data:; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'`;
}

interface Entry {
  id: number;
  type: number;
  name: string;
  assets: number;
  children: Entry[];
}

const leaf = (id: number, name: string, children: Entry[] = []): Entry => ({
  id,
  type: 101,
  name,
  assets: 130,
  children,
});
/** Nodes 10, 11, 12, ..., each below the previous one. */
const chain = (...names: string[]): Entry[] =>
  names.reduceRight<Entry[]>((below, name, index) => [leaf(10 + index, name, below)], []);
const trees: Record<string, Entry[]> = {
  en: [
    leaf(1, 'Sea', [leaf(2, 'Coast', [leaf(3, 'Dune <b>&</b>', [leaf(4, 'Grass')])])]),
    leaf(5, 'Town', chain('Street', 'House', 'Floor', 'Room')),
  ],
  de: [
    leaf(1, 'Meer', [leaf(2, 'Küste', [leaf(3, 'Düne', [leaf(4, 'Gras')])])]),
    leaf(5, 'Stadt', chain('Straße', 'Haus', 'Stock', 'Zimmer')),
  ],
};
const assets = Array.from({ length: 130 }, (_, index) => ({
  id: 1000 + index,
  type: 1,
  name: `Picture ${index}.jpg`,
  extension: 'jpg',
}));

/** A few fixed answers in the format of the interface, to test what the page does with them. */
export interface CannedService extends AsyncDisposable {
  readonly address: string;
  /** Requests whose address contains this text are refused with 503; an empty text ends that. */
  refuse: string;
}

/** Starts the canned service on a free port. The caller closes it. */
export async function startCannedService(): Promise<CannedService> {
  const service = { refuse: '' };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': policy() });
      response.end(page);
      return;
    }
    if (searchParams.has('thumb') || searchParams.has('preview')) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="171"/>');
      return;
    }
    const isRefused = service.refuse !== '' && request.url?.includes(service.refuse) === true;
    const answer = isRefused ? refusal(503, 'the store did not answer') : answerTo(pathname, searchParams);
    const text = JSON.stringify({ version: 2, ...answer });
    const callback = searchParams.get('callback');
    response.writeHead(callback ? 200 : answer.status, { 'content-type': 'application/javascript; charset=UTF-8' });
    response.end(callback ? `/**/${callback}(${text});` : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(service, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

interface Answer {
  status: number;
  data: unknown;
  total?: number;
  message?: string;
}
const fine = (data: unknown): Answer => ({ status: 200, data });
const refusal = (status: number, message: string): Answer => ({ status, data: null, message });

function answerTo(pathname: string, asked: URLSearchParams): Answer {
  const language = asked.get('locale')?.startsWith('de') ? 'de' : 'en';
  const number = (name: string) => Number(asked.get(name));
  if (asked.has('about')) {
    const nodeTypes = [{ id: '101', name: language === 'de' ? 'Ordner' : 'Folders', value: 'folder' }];
    return fine({ guiLanguages: ['en', 'de'], containerLanguages: ['en', 'de'], defaultLanguage: 'en', nodeTypes });
  }
  if (asked.has('tree')) {
    const roots = trees[language] ?? [];
    const isWhole = number('tree') === -1;
    const entries = isWhole ? roots : (find(roots, number('tree'))?.children ?? []);
    const levels = (number('depth') || Number.POSITIVE_INFINITY) - (isWhole ? 0 : 1);
    return fine(cut(entries, levels, number('deep_link')));
  }
  if (asked.has('suggest')) return fine(['Grass']);
  if (asked.has('id')) {
    const start = (number('page') - 1) * number('paginate');
    return { ...fine(assets.slice(start, start + number('paginate'))), total: assets.length };
  }
  const asset = assets.find(({ id }) => id === number('details') || id === number('downloadformats_for'));
  if (asset && asked.has('details')) {
    const infofields = [{ id: 'info_1', name: 'Title', value: '<img src=x onerror=alert(1)>', type: 'TextField' }];
    return fine({
      name: asset.name,
      general: { Size: '1 MB' },
      infofields,
      keyword_list: [{ id: 5, name: 'Town', path: '/Town' }],
    });
  }
  if (asset) return fine({ name: asset.name, extension: 'jpg', type: 1, formats: [{ id: 7, name: 'Original' }] });
  return refusal(400, `${pathname}: no operation`);
}

function find(entries: Entry[], id: number): Entry | undefined {
  for (const entry of entries) {
    const found = entry.id === id ? entry : find(entry.children, id);
    if (found) return found;
  }
  return undefined;
}

/** This many levels below the entries, and the full path to the linked node. */
function cut(entries: Entry[], levels: number, linked: number): Entry[] {
  return entries.map((entry) => {
    const isOnWay = linked !== entry.id && find(entry.children, linked) !== undefined;
    return { ...entry, children: levels > 0 || isOnWay ? cut(entry.children, levels - 1, linked) : [] };
  });
}
