import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { asciiStl, CUBE_CORNERS, compress, gltfCube, obj, stl } from './models.ts';
import { coarsePixels, distance, middle, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';
import { fixture } from './sources-of-drawing.ts';

const plyOf = (elements: string, body = ''): string => `ply\nformat ascii 1.0\n${elements}\nend_header\n${body}`;

const NAN = Number.NaN;

suite('models', () => {
  const { renderer, folder, at } = useRenderer(2);
  let made = 0;

  async function render(
    extension: string,
    content: Uint8Array | string,
    request: Parameters<typeof planFor>[0] & { box?: number } = {},
  ): Promise<Rendered> {
    made += 1;
    const path = at(`${made}.${extension}`);
    await writeFile(path, content);
    const plan = planFor(request);
    return await renderer.render({ ...plan, box: request.box ?? plan.box }, sourceAt(path), patiently());
  }

  test('a model is drawn on a white square and fills it', async () => {
    const { bytes, width, height, pages } = await render('stl', stl());
    assert.deepEqual([width, height, pages], [256, 256, 1]);
    const { data } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const dark = (x: number, y: number) => (data[y * 256 + x] ?? 0) < 230;
    for (const corner of [0, 255]) assert.ok(!dark(corner, corner) && !dark(255 - corner, corner));
    const rows = Array.from({ length: 256 }, (_, y) =>
      Array.from({ length: 256 }, (_, x) => x).filter((x) => dark(x, y)),
    );
    const covered = rows.reduce((sum, row) => sum + row.length, 0);
    assert.ok(covered > 256 * 256 * 0.4 && covered < 256 * 256 * 0.8, `${covered} pixels`);
    assert.ok(rows.filter((row) => row.length > 0).length > 200);
  });

  test('a cube looks the same in every format', async () => {
    const grey = gltfCube({ colour: [0.64, 0.63, 0.61, 1] });
    const [first, ...others] = await Promise.all([
      render('stl', stl()),
      render('stl', Buffer.concat([Buffer.from('solid'), stl().subarray(5), Buffer.from('more')])),
      render('stl', asciiStl()),
      render('stl', `\ufeff${asciiStl().toUpperCase().replaceAll('\n', '\r')}`),
      render('stl', asciiStl().replaceAll('\n', ' ')),
      render('stl', Buffer.from(`\ufeff${asciiStl()}`, 'utf16le')),
      render('obj', obj()),
      render('obj', Buffer.from(`\ufeff${obj()}`, 'utf16le').swap16()),
      render('obj', `\ufeff${obj().toUpperCase().replaceAll('\n', '\r')}`),
      render(
        'obj',
        obj()
          .replace(/(?<=^[vf].*) /gm, ' \\\r\n')
          .replace(/(?<=^f .*\d)(?=\n)/m, '\\\n'),
      ),
      render('ply', await fixture('cube-ascii.ply')),
      render('ply', String(await fixture('cube-ascii.ply')).replace(/\r?\n/g, '\r')),
      render('ply', String(await fixture('cube-ascii.ply')).toUpperCase()),
      render('ply', await fixture('cube-binary-little-endian.ply')),
      render('ply', await fixture('cube-binary-big-endian.ply')),
      render('glb', await grey.glb()),
      render('gltf', await grey.gltf()),
      render('gltf', `\ufeff${await grey.gltf()}`),
    ]);
    assert.ok(first);
    for (const [index, other] of others.entries())
      assert.ok((await distance(first.bytes, other.bytes)) < 2, `format ${index}`);
  });

  test('a model of too many layers is refused before it is drawn, in every size', async () => {
    const layers = (count: number) =>
      `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0.5\nv 1 0 0.5\nv 0 1 0.5\n${'f 1 2 3\nf 4 5 6\n'.repeat(count / 2)}`;
    for (const kind of ['thumb', 'preview'] as const)
      await assert.rejects(
        render('obj', layers(200_000), { kind }),
        (error) => error instanceof CannotMake && error.reason === 'too_large',
      );
    assert.equal((await render('obj', layers(100))).width, 256);
  });

  test('the colour of a material is applied, and its texture upright', async () => {
    const [red = 0, green = 0, blue = 0] = await middle(
      (await render('glb', await gltfCube({ colour: [0.8, 0, 0, 1] }).glb())).bytes,
    );
    assert.ok(red > 120 && green < 60 && blue < 60, `${red} ${green} ${blue}`);
    const pixels = await coarsePixels((await render('glb', await gltfCube({ texture: await flag() }).glb())).bytes);
    const at = (x: number, y: number) => [...pixels.subarray((y * 32 + x) * 3, (y * 32 + x) * 3 + 3)];
    const [upper, lower] = [at(11, 14), at(11, 25)];
    assert.ok((upper[2] ?? 0) > 90 && (upper[1] ?? 0) < 60, `above ${upper}`);
    assert.ok((lower[1] ?? 0) > 90 && (lower[2] ?? 0) < 60, `below ${lower}`);
  });

  for (const how of ['draco', 'meshopt'] as const) {
    test(`a model compressed with ${how} looks like the uncompressed one`, async () => {
      const plain = await render('glb', await gltfCube().glb());
      const cube = gltfCube();
      compress(cube.document, how);
      const { bytes } = await render('glb', await cube.glb());
      assert.ok((await distance(plain.bytes, bytes)) < 2);
    });
  }

  test('nothing outside the file is opened', async () => {
    const plain = await render(
      'gltf',
      await gltfCube({ texture: await flag() }).gltf((json) => {
        json.images[0].uri = 'data:,';
      }),
    );
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toFile(at('near.png'));
    for (const uri of ['near.png', at('near.png'), `file://${folder}/near.png`, 'http://localhost:9/near.png']) {
      const outside = await gltfCube({ texture: await flag() }).gltf((json) => {
        json.images[0].uri = uri;
      });
      assert.deepEqual((await render('gltf', outside)).bytes, plain.bytes, uri);
    }
    const external = await gltfCube().gltf((json) => {
      json.buffers[0].uri = 'near.bin';
    });
    await writeFile(at('near.bin'), Buffer.alloc(1000));
    await assert.rejects(render('gltf', external), { name: 'CannotMake', reason: 'unsupported' });
  });

  const json = (change: (json: ReturnType<typeof JSON.parse>) => void) => gltfCube().gltf(change);
  const refused: readonly [string, string, () => Promise<Uint8Array | string>][] = [
    ['an empty STL', 'stl', async () => ''],
    ['an STL that promises more than it has', 'stl', async () => stl().subarray(0, 300)],
    ['an STL of four billion triangles', 'stl', async () => Buffer.alloc(200, 0xff)],
    ['an STL that lies nowhere', 'stl', async () => stl(CUBE_CORNERS.map(() => [NAN, NAN, NAN]))],
    ['a PLY of a billion vertices', 'ply', async () => plyOf('element vertex 1000000000')],
    ['a PLY with a face of a billion corners', 'ply', async () => plyOf(POLYGON, '0 0 0\n1000000000 0\n')],
    ['an OBJ without faces', 'obj', async () => 'v 0 0 0\nv 1 0 0\nv 0 1 0\n'],
    ['an OBJ of one endless line', 'obj', async () => `f ${'1'.repeat(5_000_000)}`],
    ['an OBJ of one endless face', 'obj', async () => `v 0 0 0\nv 1 0 0\nv 0 1 0\nf ${'1 2 3 '.repeat(1_500_000)}`],
    ['a GLB cut in its JSON', 'glb', async () => (await gltfCube().glb()).subarray(0, 300)],
    ['a glTF that is no JSON', 'gltf', async () => '{"asset":'],
    ['a glTF of a billion vertices', 'gltf', () => json((it) => Object.assign(it.accessors[0], { count: 1e9 }))],
    [
      'a glTF that copies its bytes a thousand times',
      'gltf',
      () =>
        json((it) => {
          it.accessors[0].count = 1e6;
          it.meshes[0].primitives = Array.from({ length: 1000 }, () => {
            it.accessors.push({ ...it.accessors[0] });
            return { attributes: { POSITION: it.accessors.length - 1 } };
          });
        }),
    ],
    [
      'a glTF whose one mesh stands in a million places',
      'gltf',
      () =>
        json((it) => {
          it.nodes = Array.from({ length: 300_000 }, () => ({ mesh: 0 }));
          it.scenes[0].nodes = it.nodes.map((_: unknown, index: number) => index);
        }),
    ],
  ];
  for (const [what, extension, content] of refused) {
    test(`${what} is refused`, async () => await assert.rejects(render(extension, await content()), CannotMake));
  }

  test('recursive or very deep nodes end', async () => {
    const loop = await json((it) => {
      it.nodes.push({ children: [2] }, { children: [1, 0] });
      it.scenes[0].nodes = [0, 1];
    });
    const deep = await json((it) => {
      for (let depth = 1; depth < 20_000; depth += 1) it.nodes.push({ children: [depth - 1] });
      it.scenes[0].nodes = [it.nodes.length - 1];
    });
    for (const content of [loop, deep]) {
      const drawn = await render('gltf', content).catch((error: unknown) => error);
      assert.ok(drawn instanceof CannotMake || (drawn as Rendered).width === 256);
    }
  });
});

/** Blue above green. */
async function flag(): Promise<Uint8Array> {
  const half = { width: 64, height: 32, channels: 3 as const };
  const green = await sharp({ create: { ...half, background: '#00c000' } })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000c0' } })
    .composite([{ input: green, top: 32, left: 0 }])
    .png()
    .toBuffer();
}

const POLYGON =
  'element vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uint int vertex_indices';
