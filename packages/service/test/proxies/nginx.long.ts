import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProxy, SOUND, startFront } from './behaviour.ts';
import { lackOf, startNginx } from './programs.ts';
import { describeVariants } from './variants.ts';

const skip = lackOf('nginx');

describeProxy('nginx', startNginx, skip);

describeVariants('nginx', startNginx, {
  skip,
  ignoring: [
    ['"$scheme $abs_host $abs_address";', '"$scheme $abs_host $abs_no_token";'],
    ['      proxy_cache_bypass $abs_token;\n      proxy_no_cache $abs_token;\n', ''],
    ['# proxy_cache_bypass $abs_other_callback;', 'proxy_cache_bypass $abs_other_callback;'],
    ['# proxy_no_cache $abs_other_callback;', 'proxy_no_cache $abs_other_callback;'],
  ],
});

/** The lines of the variant, which are comments in the file. */
const SLICES = [
  'slice 4m;',
  'proxy_cache abs;',
  'proxy_cache_key "$scheme $abs_host $abs_address $slice_range";',
  'proxy_set_header Range $slice_range;',
  'proxy_ignore_headers Cache-Control Expires;',
  'proxy_cache_valid 200 206 1s;',
  'proxy_cache_revalidate on;',
  'proxy_cache_bypass $abs_bypass $abs_token;',
  'proxy_no_cache $abs_bypass $abs_token $abs_not_kept;',
];

test('nginx caches films in slices if its comments are followed', { skip }, async () => {
  await using front = await startFront(startNginx, [
    ...SLICES.map((line) => [`      # ${line}`, `      ${line.replace('4m', '100k')}`] as const),
    ['add_header X-Cache PASS always;', 'add_header X-Cache $upstream_cache_status always;'],
  ]);
  const address = `/asset.do?stream=${SOUND}`;
  const whole = Buffer.from(await (await fetch(front.app.url + address)).arrayBuffer());
  for (const [start, end] of [
    [0, whole.length - 1],
    [99_999, 100_001],
    [350_000, 620_000],
    [whole.length - 1, whole.length - 1],
  ] as const) {
    const part = await front.get(address, { headers: { range: `bytes=${start}-${end}` } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${whole.length}`);
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1)));
  }
  const again = await front.hit(address);
  assert.equal(again.status, 200);
  assert.ok(Buffer.from(await again.arrayBuffer()).equals(whole));
});
