import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { appForAll } from '../support/app.ts';

describe('assistants', () => {
  const app = appForAll({
    ABS_MCP_ENABLED: true,
    ABS_MCP_ORIGINS: 'https://chat.example',
    ABS_ENDPOINTS: JSON.stringify({
      closed: { token: { verifier: 'static', tokens: [{ token: 'staff', user: 2 }] } },
      off: { mcp: { enabled: false } },
      open: { mcp: { origins: ['*'] } },
      limited: { rateLimit: { perAddress: 1, seconds: 3600 } },
    }),
  });

  async function connected(path = '/mcp', token?: string) {
    const client = new Client({ name: 'test', version: '1' });
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(app.url + path), { requestInit: { headers } }));
    return { client, [Symbol.asyncDispose]: () => client.close() };
  }

  async function call(client: Client, name: string, given: Record<string, unknown>) {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const [block] = content as { type: string; text: string; data: string; mimeType: string; _meta?: object }[];
    assert.ok(block);
    if (block.type === 'text') assert.deepEqual(block._meta, { untrusted: true });
    return { ...block, isError, json: block.type === 'text' && !isError ? JSON.parse(block.text) : undefined };
  }

  /** Sends a message as it is. */
  async function post(body: string, headers: Record<string, string> = {}, path = '/mcp', method = 'POST') {
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const response = await fetch(app.url + path, {
      method,
      headers: { ...json, ...headers },
      ...(method === 'POST' ? { body } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : parsed(text) };
  }

  const parsed = (text: string) =>
    JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? 'null'));
  const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

  test('the official client finds five tools that read only, and an assistant uses each', async () => {
    await using opened = await connected();
    const { client } = opened;
    assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: false } });
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => `${name} ${annotations?.readOnlyHint}`),
      ['search_assets true', 'get_asset true', 'browse_nodes true', 'list_facets true', 'get_picture true'],
    );
    const { json: found } = await call(client, 'search_assets', { search: 'dawn', paginate: 1 });
    assert.equal(found.assets.length, 1);
    const { id } = found.assets[0];
    const { json: asset } = await call(client, 'get_asset', { asset: id, locale: 'de' });
    assert.equal(asset.page, `${app.url}/?asset=${id}`);
    const { json: types } = await call(client, 'browse_nodes', {});
    const [{ nodes }] = types;
    const { json: below } = await call(client, 'browse_nodes', { node: nodes[0].id, depth: 2 });
    assert.ok(Array.isArray(below));
    const { json: facets } = await call(client, 'list_facets', { search: 'dawn' });
    assert.ok(Object.keys(facets).length > 0);
    const narrowed = {
      ...{ licence: 'search_licence', sourceType: 'search_source_type', validity: 'search_validity' },
      ...{ orientation: 'search_orientation', duration: 'search_duration' },
    };
    const { json: counted } = await call(client, 'list_facets', { facet_fields: Object.keys(narrowed) });
    assert.equal(counted.licence.length, 1);
    for (const [facet, criterion] of Object.entries(narrowed)) {
      for (const { id: value, count } of counted[facet]) {
        const { json } = await call(client, 'search_assets', { [criterion]: [value] });
        assert.equal(json.total, count, `${facet} ${value}`);
      }
    }
    const picture = await call(client, 'get_picture', { asset: id, size: 256 });
    assert.deepEqual([picture.type, picture.mimeType], ['image', 'image/jpeg']);
    assert.ok(
      Buffer.from(picture.data, 'base64')
        .subarray(0, 2)
        .equals(Buffer.from([0xff, 0xd8])),
    );
  });

  test('what does not exist, or is not declared, is an error of the tool that says what is accepted', async () => {
    await using opened = await connected();
    const { client } = opened;
    for (const [name, given, told] of [
      ['get_asset', { asset: 9 }, /^asset_not_found: asset: asset 9 does/],
      ['get_picture', { asset: 9 }, /^asset_not_found: asset: asset 9 does/],
      ['browse_nodes', { node: 9 }, /^node_not_found: node: node 9 does/],
      ['get_asset', { asset: 1005 }, /asset_not_found/],
      ['get_asset', { asset: 'x' }, /"x" is not an integer/],
      ['get_asset', { asset: '99999999999999999999' }, /asset 99999999999999999999 does not exist/],
      ['get_asset', { asset: { a: 1 } }, /asset: a text, a number/],
      ['get_asset', {}, /asset: a value is missing/],
      ['get_picture', { asset: 1000, size: 5000 }, /256, 512, 1024/],
      ['search_assets', { paginate: 1000 }, /paginate/],
      ['search_assets', { callback: 'f' }, /"callback" is no argument/],
      ['search_assets', { constructor: 1 }, /"constructor" is no argument/],
      ['browse_nodes', { node: 1, depth: 9 }, /depth/],
    ] as const) {
      const { isError, text } = await call(client, name, given).catch((error: Error) => ({
        isError: true,
        text: error.message,
      }));
      assert.ok(isError, `${name} ${JSON.stringify(given)}`);
      assert.match(text, told);
    }
    // As written, because clients drop it.
    const params = '{"name":"search_assets","arguments":{"search":"","__proto__":{"isHacked":true}}}';
    const { status } = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    assert.deepEqual([status, 'isHacked' in {}], [200, false]);
  });

  test('a token in the header decides what exists, and one in the address counts for nothing', async () => {
    for (const [path, headers] of [
      ['/closed/mcp', {}],
      ['/closed/mcp?token=staff', {}],
      ['/closed/mcp', { authorization: 'Bearer nobody' }],
    ] as const) {
      const { status, json, headers: sent } = await post(message('tools/list'), headers, path);
      assert.equal(status, 401);
      assert.equal(json.jsonrpc, '2.0');
      assert.match(sent.get('www-authenticate') ?? '', /^Bearer/);
    }
    await using opened = await connected('/closed/mcp', 'staff');
    const { isError, json } = await call(opened.client, 'get_asset', { asset: 1005 });
    // A base address has no pages.
    assert.deepEqual([isError, json.name, json.page], [false, 'secret.png', undefined]);
  });

  test('a refusal before anything is read is an error of JSON-RPC, too', async () => {
    assert.equal((await post(message('tools/list'), {}, '/limited/mcp')).status, 200);
    const { status, json, headers } = await post(message('tools/list'), {}, '/limited/mcp');
    assert.deepEqual([status, json.jsonrpc, json.error.data.code], [429, '2.0', 'limited']);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });

  test('both revisions are spoken, and nothing but one message in a POST is read', async () => {
    const old = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const { json: begun } = await post(message('initialize', old));
    assert.equal(begun.result.protocolVersion, '2025-11-25');
    const { json: older } = await post(message('initialize', { ...old, protocolVersion: '2024-11-05' }));
    assert.equal(older.result.protocolVersion, '2025-11-25');
    for (const params of [undefined, [], {}, { ...old, protocolVersion: 7 }, { ...old, clientInfo: undefined }]) {
      const { status, json } = await post(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params }));
      assert.deepEqual([status, json.id, json.error.code], [400, 7, -32_602], JSON.stringify(params));
    }
    const { json: listed } = await post(message('tools/list'), { 'mcp-protocol-version': '2025-11-25' });
    assert.equal(listed.result.tools.length, 5);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': old.clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const newer = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    assert.equal((await post(message('tools/list', { _meta }), newer)).json.result.tools.length, 5);
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const [body, status, code] of [
      ['{', 400, -32_700],
      ['\xff', 400, -32_700],
      [nested, 400, undefined],
      ['[]', 400, -32_600],
      [`[${message('tools/list')},${message('tools/list')}]`, 400, -32_600],
      ['3', 400, -32_600],
      [JSON.stringify('x'.repeat(10_000_000)), 413, -32_000],
    ] as const) {
      const answer = await post(body);
      assert.equal(answer.status, status, body.slice(0, 40));
      if (code !== undefined) assert.equal(answer.json.error.code, code);
    }
    const unknown = await post(message('tools/list'), { 'mcp-protocol-version': '1999-01-01' });
    assert.ok(unknown.status >= 400 && unknown.status < 500 && unknown.json.error, unknown.text);
    for (const method of ['GET', 'DELETE']) {
      const answer = await post('', {}, '/mcp', method);
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
    }
    assert.equal((await post(message('subscriptions/listen', {}))).status < 500, true);
  });

  test('pages may use it from the configured origins only, and where it is off nothing is there', async () => {
    for (const origin of ['https://evil.example', 'null', app.url])
      assert.equal((await post(message('tools/list'), { origin })).status, 403, origin);
    assert.equal((await post(message('tools/list'), { origin: 'https://any.example' }, '/open/mcp')).status, 200);
    const allowed = await post(message('tools/list'), { origin: 'https://chat.example' });
    assert.deepEqual(
      [allowed.status, allowed.headers.get('access-control-allow-origin'), allowed.headers.get('cache-control')],
      [200, 'https://chat.example', 'no-store'],
    );
    const refused = await post(message('tools/list'), { origin: 'https://chat.example' }, '/mcp', 'GET');
    assert.deepEqual(
      [refused.status, refused.headers.get('access-control-allow-origin')],
      [405, 'https://chat.example'],
      'the page can read why',
    );
    for (const method of ['POST', 'GET'])
      assert.equal((await post(message('tools/list'), {}, '/off/mcp', method)).status, 404);
  });
});
