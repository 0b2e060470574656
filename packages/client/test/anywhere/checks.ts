/** What a client must do wherever it runs. Imports nothing, so that every Node and every browser can run it. */
import type * as Library from '../../src/index.ts';

export interface CheckInput {
  readonly library: typeof Library;
  /** Base address of a service with the sample catalogue. */
  readonly service: string;
  /** Address of the faulty server. Each path below it has faults of its own. */
  readonly faults: string;
  /** Milliseconds after which a silent download is given up; longer than any pause of the faulty server. Default 10,000. */
  readonly patience?: number;
}

export interface CheckResult {
  readonly title: string;
  /** What went wrong; undefined if nothing did. */
  readonly failure: string | undefined;
}

type Check = (input: CheckInput & { readonly client: Library.Client }) => Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  'pages lead through all results, each asset once': async ({ client }) => {
    const first = await client.node.search({ search: '', paginate: 3 });
    const ids: number[] = [];
    for await (const { id } of first.all()) ids.push(id);
    same(ids.length, first.total);
    same(new Set(ids).size, ids.length);
  },
  'facets come beside assets': async ({ client }) => {
    const { facets } = await client.node.search({ search: '', search_facets: 2 });
    same(Object.keys(facets ?? {}).length > 0, true);
  },
  'a picture is a file, and its addresses can be loaded': async ({ client, library }) => {
    const asked = { search_id: [1000], extended: true, pictures: '100,200', pictures_format: 'jpg' } as const;
    const [asset] = (await client.node.search(asked)).items as [Library.Asset];
    const { srcset = '' } = library.pictureOf(asset) ?? {};
    for (const candidate of [...srcset.split(', '), ...library.previewsOf(client, asset).srcset.split(', ')]) {
      const response = await fetch(candidate.split(' ')[0] ?? '');
      same(response.headers.get('content-type'), 'image/jpeg');
      await response.arrayBuffer();
    }
    same((await (await client.asset.thumb({ thumb: 1000 })).blob()).type, 'image/jpeg');
  },
  'an address is signed as the service checks it': async ({ library }) => {
    const key = { id: '2026', secret: `${'k'.repeat(32)}\n` };
    const options = { user: 2, groups: [2, 1], expires: 1_790_000_000, key };
    const end = '/asset.do?picture=1000&img=a%20b.jpg&user=2&groups=2,1&expires=1790000000&key=2026&signature=';
    const signature = 'Mum4-51iE0pD-CJRh84dMwn7YQm3DRjYLLDYj0rcTq8';
    same(await library.signAddress('/asset.do?picture=1000&img=a b.jpg', options), end + signature);
    const bytes = new TextEncoder().encode(`${'k'.repeat(32)}\r\n`);
    const again = { ...options, expires: new Date(1_790_000_000_999), key: { ...key, secret: bytes } };
    const address = new URL('https://media.example/asset.do?picture=1000&img=a%20b.jpg');
    same(await library.signAddress(address, again), `https://media.example${end}${signature}`);
  },
  'a download reports its progress to the last byte': async ({ client }) => {
    const seen: number[] = [];
    const file = await client.asset.download({ download: 1000 }, { onProgress: ({ loaded }) => seen.push(loaded) });
    const { size } = await file.blob();
    same([file.size, seen.at(-1)], [size, size]);
  },
  'a failure has the code of the service': async ({ client }) => {
    await fails(client.node.tree({ tree: 987_654 }), 'node_not_found', 404);
  },
  'an aborted request rejects with the reason of its signal': async ({ client }) => {
    const reason = new Error('not wanted any more');
    const error = await client.node.search({ search: '' }, { signal: AbortSignal.abort(reason) }).catch((each) => each);
    same(error === reason, true);
  },
  'an aborted download stops reading': async ({ library, faults }) => {
    const controller = new AbortController();
    const client = library.connect(`${faults}silent/`);
    const file = await client.asset.download(
      { download: 1 },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    const error = await file.blob().catch((each) => each);
    same(error.name, 'AbortError');
  },
  'a download is resumed after each cut, and whole in the end': async ({ library, faults }) => {
    const file = await library.connect(`${faults}cut/`).asset.download({ download: 1 });
    same(file.name, 'ä.tif');
    const bytes = new Uint8Array(await (await file.blob()).arrayBuffer());
    same(bytes.length, 200_000);
    same(
      bytes.every((byte, place) => byte === place % 251),
      true,
    );
  },
  'a download that falls silent is resumed, too': async ({ library, faults, patience = 10_000 }) => {
    const client = library.connect(`${faults}silent-once/`, { timeout: patience });
    same((await (await client.asset.download({ download: 1 })).blob()).size, 200_000);
  },
  'a file that changes while it is downloaded is an error': async ({ library, faults }) => {
    const file = await library.connect(`${faults}changing/`).asset.download({ download: 1 });
    await fails(file.blob(), 'download_changed');
  },
  'an answer that never ends is an error': async ({ library, faults }) => {
    const client = library.connect(`${faults}endless/`, { timeout: 100, retries: 0 });
    await fails(client.node.suggest({ suggest: 'a' }), 'timed_out');
  },
  'HTML of a proxy is neither an envelope nor a file': async ({ library, faults }) => {
    const client = library.connect(`${faults}html/`);
    await fails(client.node.about({ about: true }), 'not_an_envelope', 200);
    await fails(client.asset.download({ download: 1 }), 'not_a_file', 200);
    await fails(client.asset.thumb({ thumb: 1 }), 'not_a_file', 200);
  },
  'JSON of another program, and another version of the interface, are errors': async ({ library, faults }) => {
    await fails(library.connect(`${faults}other/`).node.about({ about: true }), 'not_an_envelope', 200);
    await fails(library.connect(`${faults}version/`).node.about({ about: true }), 'version_unsupported', 200);
  },
  'an address where nothing answers is an error': async ({ library }) => {
    const client = library.connect('http://127.0.0.1:9/', { retries: 0 });
    await fails(client.node.about({ about: true }), 'connection_failed', 0);
  },
  'a busy service is asked again, whatever its clock says': async ({ library, faults }) => {
    same(await library.connect(`${faults}busy/`).node.suggest({ suggest: 'a' }), ['again']);
  },
  'a token that expires while pages are read is renewed, and no item is lost': async ({ library, faults }) => {
    const refusals: (string | undefined)[] = [];
    let token = 'first';
    const provider = (refused?: string) => {
      if (refused !== undefined) {
        refusals.push(refused);
        token = 'second';
      }
      return token;
    };
    const first = await library.connect(`${faults}expiring/`, { token: provider }).node.search({ paginate: 2 });
    const ids: number[] = [];
    for await (const { id } of first.all()) ids.push(id);
    same(ids, [1, 2, 3, 4, 5]);
    same(refusals, ['first']);
  },
  'a token that cannot be renewed ends paging with an error': async ({ library, faults }) => {
    const first = await library.connect(`${faults}expiring/`, { token: 'first' }).node.search({ paginate: 2 });
    await fails(drain(first.all()), 'token_invalid', 401);
  },
};

/** Runs all checks at the same time. */
export async function runChecks(input: CheckInput): Promise<readonly CheckResult[]> {
  const client = input.library.connect(input.service, { locale: 'en' });
  return await Promise.all(
    Object.entries(CHECKS).map(async ([title, check]) => {
      const failure = await check({ ...input, client }).then(
        () => undefined,
        (error: unknown) => String((error as Error)?.stack ?? error),
      );
      return { title, failure };
    }),
  );
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

function same(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`${found} instead of ${wanted}`);
}

async function fails(promise: Promise<unknown>, code: string, status?: number): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (each: Library.ServiceError) => each,
  );
  same([error?.name, error?.code], ['ServiceError', code]);
  if (status !== undefined) same(error?.status, status);
}
