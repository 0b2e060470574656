/** `pictures=` in lists and details (extensions E1): what the addresses of an entry lead to. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { appForAll, type RunningApp, startApp, startNode } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { startOver } from '../support/releases.ts';
import { copySample, NOW } from '../support/sample.ts';

interface Picture {
  readonly src: string;
  readonly srcset?: string;
  readonly width: number;
  readonly height: number;
  readonly focus: unknown;
  readonly thumbhash?: string;
  readonly color?: string;
  readonly expires?: number;
}

const DAY = 86_400;

async function json(url: string, init?: RequestInit) {
  const answer = await fetch(url, init);
  const { data, code, message } = await answer.json();
  return { status: answer.status, headers: answer.headers, data, code, message: String(message) };
}

/** Reads candidates of a `srcset`. */
const candidates = ({ srcset = '' }: Picture) =>
  srcset.split(', ').map((each): [address: string, size: string] => each.split(' ') as [string, string]);
const sizeOf = async (url: string) => {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  const { width, height } = await sharp(await answer.bytes()).metadata();
  return [width, height];
};

describe('where no token is required', () => {
  const presets = JSON.stringify({ teaser: { width: 200, height: 200, fit: 'cover' }, dense: { width: 60, dpr: 2 } });
  const app = appForAll({ ABS_PICTURE_PRESETS: presets, ABS_CACHE_BROWSER_SECONDS: '600' });
  const pictureOf = async (id: number, query: string): Promise<Picture> =>
    (await json(`${app.url}/asset.do?details=${id}&${query}`)).data.picture;

  test('widths are true, each once, and the largest is src', async () => {
    // The picture has 640 x 400 pixels.
    const picture = await pictureOf(1000, 'pictures=300,100,900,2000');
    assert.deepEqual([picture.width, picture.height, picture.focus], [640, 400, { x: 0.25, y: 0.75 }]);
    const offered = candidates(picture);
    assert.deepEqual(
      offered.map(([, width]) => width),
      ['100w', '300w', '640w'],
    );
    for (const [address, width] of offered) assert.deepEqual((await sizeOf(address))[0], Number.parseInt(width, 10));
    assert.equal(picture.src, offered.at(-1)?.[0]);
    assert.match(picture.src, new RegExp(`^${app.url}/asset\\.do\\?picture=1000&width=640&version=4&img=[\\w-]+$`));
    const { headers } = await fetch(picture.src);
    assert.match(headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  });

  test('a preset is offered for two densities, and in a format if one is named', async () => {
    const picture = await pictureOf(1000, 'pictures=teaser&pictures_format=webp');
    const [one, two] = candidates(picture);
    assert.deepEqual([one?.[1], two?.[1], two?.[0]], ['1x', '2x', picture.src]);
    assert.deepEqual(
      [await sizeOf(one?.[0] ?? ''), await sizeOf(picture.src)],
      [
        [200, 200],
        [400, 400],
      ],
    );
    assert.deepEqual([picture.width, picture.height], [400, 400]);
    assert.equal((await fetch(picture.src)).headers.get('content-type'), 'image/webp');
    const dense = candidates(await pictureOf(1000, 'pictures=dense'));
    const [width] = await Promise.all(dense.map(async ([address]) => (await sizeOf(address))[0]));
    assert.equal(width, 60);
    assert.match((await pictureOf(1000, 'pictures=link')).src, /picture=1000&preset=link&dpr=2&/);
  });

  test('lists have them, but for what is known to be a placeholder', async () => {
    for (const query of ['id=20', 'search=&paginate=9', 'top=9', 'relations=1000']) {
      const { data } = await json(`${app.url}/node.do?${query}&pictures=100`);
      assert.ok(data.length > 0, query);
      for (const { id, picture } of data) {
        // One is no picture, and import could not draw the other.
        const isShown = ![1004, 1006].includes(id);
        assert.equal(picture?.src.includes(`picture=${id}&width=`) ?? false, isShown, `${query} ${id}`);
      }
    }
  });

  test('what a picture looks like is there once any of the whole has been drawn, also after a restart', async () => {
    await using first = await startApp({});
    const ask = async (url: string) => {
      const { headers, data } = await json(`${url}/node.do?id=20&pictures=100`);
      return {
        cached: headers.get('cache-control'),
        pictures: data.map(({ picture }: { picture: Picture }) => picture),
      };
    };
    const before = await ask(first.url);
    assert.match(before.cached ?? '', /s-maxage=60\b/);
    assert.ok(before.pictures.every((each: Picture) => !('thumbhash' in each || 'color' in each)));
    for (const query of ['picture=1000&width=300&format=avif', 'thumb=1002&big=true'])
      await (await fetch(`${first.url}/asset.do?${query}`)).bytes();
    const { cached, pictures } = await ask(first.url);
    assert.doesNotMatch(cached ?? '', /s-maxage=60\b/);
    for (const { thumbhash = '', color = '' } of pictures) {
      assert.match(color, /^#[0-9a-f]{6}$/);
      assert.ok(thumbHashToApproximateAspectRatio(Buffer.from(thumbhash, 'base64')) > 0);
    }
    await using second = await startOver(first.data);
    const looks = ({ thumbhash, color }: Picture) => ({ thumbhash, color });
    assert.deepEqual((await ask(second.url)).pictures.map(looks), pictures.map(looks));
  });

  test('bad values are refused, and what is accepted is said', async () => {
    for (const query of [
      ...['0', '1,', ',', '1.5', '-1', '100,0', 'x y', 'nothing', '3001', '1e3', Array(13).fill(1).join()],
    ]) {
      const { status, message } = await json(`${app.url}/node.do?id=20&pictures=${encodeURIComponent(query)}`);
      assert.equal(status, 400, query);
      assert.match(message, /^pictures: .*(1 to 12 widths|from 1 to 3000)/, query);
    }
    assert.match((await json(`${app.url}/node.do?id=20&pictures=nothing`)).message, /"teaser", "dense", "link"/);
    assert.equal((await json(`${app.url}/node.do?id=20&pictures=9&pictures_format=gif`)).status, 400);
  });
});

describe('where what may be asked for is limited', () => {
  const presets = JSON.stringify({ teaser: { width: 200, height: 200, fit: 'cover' } });
  const app = openForAll(
    async (): Promise<RunningApp> =>
      await startNode(
        {
          ABS_PICTURE_PRESETS: presets,
          ABS_PICTURE_WIDTHS: '200,400',
          ABS_ENDPOINTS: JSON.stringify({
            named: { picture: { allow: 'presets' } },
            wide: { picture: { allow: 'widths' } },
            signed: { picture: { allow: 'signed' } },
            closed: { token: { verifier: 'static', tokens: [{ token: 's3cr3t-ada', user: 2 }] } },
          }),
          ABS_SIGN_KEYS: JSON.stringify([{ id: 'k', secretFile: 'k.key' }]),
        },
        async (data) => {
          writeFileSync(join(data, 'k.key'), 'k'.repeat(32));
          await copySample(data);
        },
      ),
  );
  const list = (query: string, init?: RequestInit) => json(`${app.url}/${query}`, init);

  test('widths are refused where there are presets alone', async () => {
    const { status, code } = await list('named/node.do?id=20&pictures=100');
    assert.deepEqual([status, code], [403, 'picture_not_allowed']);
    const { data } = await list('named/node.do?id=20&pictures=teaser');
    for (const [address] of candidates(data[0].picture)) await sizeOf(address);
  });

  test('widths are those of the settings', async () => {
    const { data } = await list('wide/asset.do?details=1000&pictures=100,150,300,900');
    const offered = candidates(data.picture);
    assert.deepEqual(
      offered.map(([, width]) => width),
      ['200w', '400w'],
    );
    for (const [address, width] of offered) assert.equal((await sizeOf(address))[0], Number.parseInt(width, 10));
  });

  test('addresses are signed where a token is required or nothing else is answered', async () => {
    const expires = (Math.floor(NOW / 1000 / DAY) + 3) * DAY;
    const ada = { headers: { authorization: 'Bearer s3cr3t-ada' } };
    for (const [base, user, init] of [
      ['signed', 1, undefined],
      ['closed', 2, ada],
    ] as const) {
      const { data, headers } = await list(`${base}/node.do?id=20&pictures=100,200`, init);
      for (const each of data) {
        const picture: Picture = each.picture;
        assert.equal(picture.expires, expires);
        assert.match(
          picture.src,
          new RegExp(`&img=[\\w-]+&user=${user}&expires=${expires}&key=k&signature=[\\w-]{43}$`),
        );
        for (const [address] of candidates(picture)) await sizeOf(address);
      }
      assert.match(headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
    }
    const again = await list('closed/node.do?id=20&pictures=100,200', ada);
    assert.equal(again.status, 200);
  });
});
