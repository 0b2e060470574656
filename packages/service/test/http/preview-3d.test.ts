import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { gltfCube, obj, stl } from '../media/pictures/models.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { SAMPLE } from '../support/sample.ts';

suite('models over HTTP', () => {
  let bundle: string;
  let app: RunningApp;
  const files: Record<string, Buffer> = {};
  const ids = { 'cube.glb': 2001, 'cube.gltf': 2002, 'cube.obj': 2003, 'cube.STL': 2004, 'cube.ply': 2005 } as const;

  before(async () => {
    bundle = mkdtempSync(join(tmpdir(), 'abs-models-'));
    cpSync(SAMPLE, bundle, { recursive: true });
    files['cube.glb'] = await gltfCube().glb();
    files['cube.gltf'] = Buffer.from(await gltfCube().gltf());
    files['cube.obj'] = Buffer.from(obj());
    files['cube.STL'] = stl();
    files['cube.ply'] = Buffer.from('ply\nformat ascii 1.0\n');
    const path = join(bundle, 'catalogue.json');
    const document = JSON.parse(readFileSync(path, 'utf8'));
    const [pattern] = document.assets;
    for (const [name, id] of Object.entries(ids)) {
      writeFileSync(join(bundle, 'files', name), files[name] ?? '');
      document.assets.push({ id, name, nodes: pattern.nodes, file: `files/${name}` });
    }
    writeFileSync(path, JSON.stringify(document));
    app = await startApp({}, bundle);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(bundle, { recursive: true });
  });

  test('models are delivered as such, whole and in ranges, and have rendered thumbnails', async () => {
    for (const [name, type] of [
      ['cube.glb', 'model/gltf-binary'],
      ['cube.gltf', 'model/gltf+json'],
      ['cube.obj', 'model/obj'],
      ['cube.STL', 'model/stl'],
    ] as const) {
      const url = `${app.url}/asset.do?preview=${ids[name]}&type=3D`;
      const whole = await fetch(url);
      assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, type]);
      assert.match(whole.headers.get('content-disposition') ?? '', /^inline; filename="cube\./);
      assert.deepEqual(Buffer.from(await whole.arrayBuffer()), files[name]);
      const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
      assert.equal(part.status, 206);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), files[name]?.subarray(4, 8));
      const etag = whole.headers.get('etag') ?? '';
      assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
      const thumb = await fetch(`${app.url}/asset.do?thumb=${ids[name]}`);
      assert.equal(thumb.headers.get('x-placeholder'), null, name);
      const { width, height } = await sharp(Buffer.from(await thumb.arrayBuffer())).metadata();
      assert.deepEqual([width, height], [256, 256]);
    }
  });

  test('a model with the wrong extension is not delivered as a model', async () => {
    const response = await fetch(`${app.url}/asset.do?preview=${ids['cube.ply']}&type=3D`);
    assert.equal(response.status, 400);
  });
});
