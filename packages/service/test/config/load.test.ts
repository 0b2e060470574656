import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problems.ts';
import type { Config } from '../../src/config/settings.ts';
import { openFolder, type Said } from './folder.ts';

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

/** The problems of these settings, as lines. */
async function refusal(said: Said): Promise<readonly string[]> {
  const error = new ConfigError(await folder.problems(said));
  return error.message.split('\n');
}

test('without any source the settings are the defaults, with absolute paths', async () => {
  const config = await folder.load();
  assert.equal(config.port, 8080);
  assert.equal(config.data, join(folder.path, 'data'));
  assert.deepEqual([config.cache.seconds, config.serviceUser], [3600, null]);
  assert.deepEqual(config.preview.extensions3d, ['glb', 'gltf', 'obj', 'stl']);
  assert.deepEqual([config.review.perMinute, config.pin.perMinute, config.endpoints.size], [10, 30, 0]);
});

test('options override the environment, which overrides the file, which overrides the defaults', async () => {
  const file = { port: 1, host: 'file', threads: 1, cache: { seconds: 1, megabytes: 1 } };
  const environment = { ABS_PORT: '2', ABS_HOST: 'environment', ABS_CACHE_SECONDS: '2' };
  const config = await folder.load({ file, environment, options: { port: '3', data: 'd' } });
  const { port, host, threads, cache, data } = config;
  const numbers = [port, host, threads, cache.seconds, cache.megabytes, cache.flush];
  assert.deepEqual(numbers, [3, 'environment', 1, 2, 1, true]);
  assert.equal(data, join(folder.path, 'd'));
});

test('an empty environment variable counts as unset', async () =>
  assert.equal((await folder.load({ file: { port: 1 }, environment: { ABS_PORT: '' } })).port, 1));

test('paths in the file are relative to its folder, and other paths to the working directory', async () => {
  await mkdir(join(folder.path, 'etc'), { recursive: true });
  await writeFile(join(folder.path, 'etc/own.json'), JSON.stringify({ data: 'x', messages: ['m.json'] }));
  const options = { config: 'etc/own.json' };
  const config = await folder.load({ options });
  assert.deepEqual([config.data, config.messages], [join(folder.path, 'etc/x'), [join(folder.path, 'etc/m.json')]]);
  assert.equal((await folder.load({ options: { ...options, data: 'x' } })).data, join(folder.path, 'x'));
});

test('a configuration file given by name must exist', async () => {
  assert.deepEqual(await refusal({ options: { config: 'nowhere.json' } }), [
    "nowhere.json: the configuration file can't be read (ENOENT)",
  ]);
});

test('all problems are reported together, each with path, value, source and what is accepted', async () => {
  assert.deepEqual(
    await refusal({
      file: {
        prot: 1,
        cache: { secnds: 1, flush: 'no' },
        rateLimit: { perMinute: 1 },
        trustProxy: ['::1', 'x'],
        maxAssets: 5,
        thumb: 256,
      },
      environment: { ABS_PROT: '1', ABS_THREADS: 'many', ABS_PIN_PARENT_NODE: 'x' },
      options: { port: '70000' },
    }),
    [
      'prot: no such setting; did you mean port? (abs.config.json)',
      'cache.secnds: no such setting; did you mean cache.seconds? (abs.config.json)',
      'cache.flush: "no" is not true or false (abs.config.json)',
      'rateLimit.perMinute: no such setting; rateLimit has seconds, perAddress, perToken (abs.config.json)',
      'trustProxy[1]: "x" is not an IP address or a network such as 10.0.0.0/8 (abs.config.json)',
      'maxAssets: no such setting; did you mean download.maxAssets? (abs.config.json)',
      'thumb: 256 is not an object with the keys size, big (abs.config.json)',
      'ABS_PROT: no such setting; did you mean ABS_PORT? (environment)',
      'threads: "many" is not an integer from 0 to 256 (environment variable ABS_THREADS)',
      'pin.parentNode: "x" is not an integer of at least 0 (environment variable ABS_PIN_PARENT_NODE)',
      'port: 70000 is not an integer from 0 to 65535 (option --port)',
    ],
  );
});

test('a verifier without the settings it requires prevents the start, at an endpoint too', async () => {
  const jwt = { verifier: 'jwt', jwt: { secret: 'x', jwks: 'keys.json' } };
  const introspection = { verifier: 'introspection' };
  assert.deepEqual(await refusal({ file: { token: jwt, endpoints: { press: { token: introspection } } } }), [
    'token.verifier: jwt needs exactly one of token.jwt.secret, token.jwt.publicKeyFile and token.jwt.jwks (settings)',
    'endpoints.press.token.verifier: introspection needs token.introspection.url (settings)',
  ]);
  assert.deepEqual(await folder.problems({ file: { token: { verifier: 'jwt', jwt: { secret: 'x' } } } }), []);
});

const BROKEN: Readonly<Record<string, string>> = {
  '': 'abs.config.json:1:1: not JSON: expected a value',
  '{\n  "port": 1,\n}': 'abs.config.json:3:1: not JSON: expected a key in quotation marks',
  '{"port": 1 "host": "x"}': 'abs.config.json:1:12: not JSON: expected a comma or "}"',
  '{"port": 01}': 'abs.config.json:1:11: not JSON: expected a comma or "}"',
  '{"port" 1}': 'abs.config.json:1:9: not JSON: expected a colon',
  '{\n  /* the port */ prt\n  "port": 1}': 'abs.config.json:2:18: not JSON: expected a key in quotation marks',
  '{} /*': 'abs.config.json:1:4: not JSON: expected the end',
  '{"port": 1, "port": 2}': 'abs.config.json:1:13: not JSON: this key is there twice',
  '{"host": "a\tb"}': 'abs.config.json:1:12: not JSON: expected the rest of a string',
  '{"token": {"jwt": {"secret": "open sesame}}}': 'abs.config.json:1:45: not JSON: expected the rest of a string',
  '[]': 'abs.config.json: a list is not an object with the keys',
  '{} {}': 'abs.config.json:1:4: not JSON: expected the end',
};

test('invalid JSON is refused with line and column, without showing the text', async () => {
  for (const [file, expected] of Object.entries(BROKEN)) {
    const [line = ''] = await refusal({ file });
    assert.ok(line.startsWith(expected), `${file} gives ${line}`);
  }
  assert.deepEqual(await refusal({ environment: { ABS_ENDPOINTS: '{"press": }' } }), [
    'endpoints: not JSON: line 1, column 11: expected a value (environment variable ABS_ENDPOINTS)',
  ]);
});

test('comments are ignored, but not in texts', async () => {
  const { port, download } = await folder.load({
    file: '// a\n{"port": /* b\n */ 1, "download": {"loginUrl": "https://id.example/*a*/"} // "c\n}',
  });
  assert.deepEqual([port, download.loginUrl], [1, 'https://id.example/*a*/']);
});

test('a variable changes one setting of a base address that the file or ABS_ENDPOINTS has', async () => {
  const file = { endpoints: { 'press-kit': { serviceUser: 4, pin: { days: 5 } }, b: {} } };
  const own = { ABS_ENDPOINTS_PRESS_KIT_PIN_DAYS: '7', ABS_ENDPOINTS_B_FORMATS: '1,2' };
  const of = ({ endpoints }: Config) =>
    [...endpoints].map(([name, { serviceUser, pin, formats }]) => [name, serviceUser, pin.days, formats]);
  assert.deepEqual(of(await folder.load({ file, environment: own })), [
    ['press-kit', 4, 7, null],
    ['b', null, 30, [1, 2]],
  ]);
  const environment = { ABS_ENDPOINTS_C_PIN_DAYS: '7', ABS_ENDPOINTS: '{"c": {"serviceUser": 5}}' };
  assert.deepEqual(of(await folder.load({ file, environment })), [['c', 5, 7, null]]);
  assert.deepEqual(await refusal({ file, environment: { ...environment, ABS_ENDPOINTS_B_PIN_DAYS: '7' } }), [
    'ABS_ENDPOINTS_B_PIN_DAYS: no such setting (environment)',
  ]);
  assert.deepEqual(await refusal({ file, environment: { ...own, ABS_ENDPOINTS_B_PIN_DAYS: 'x' } }), [
    'endpoints.b.pin.days: "x" is not an integer from 1 to 36500 (environment variable ABS_ENDPOINTS_B_PIN_DAYS)',
  ]);
});

test('what does not go together is reported with wrong values, but not because of one', async () => {
  const lacking = 'endpoints.press.token.verifier: introspection needs token.introspection.url (settings)';
  const file = { prt: 1, endpoints: { press: { token: { verifier: 'introspection' } } } };
  assert.deepEqual(await refusal({ file }), ['prt: no such setting; did you mean port? (abs.config.json)', lacking]);
  assert.deepEqual(await refusal({ file: { token: { verifier: 'jwt', jwt: { secret: 5 } } } }), [
    'token.jwt.secret: the value given is not a text that is not empty (abs.config.json)',
  ]);
  assert.deepEqual(await refusal({ file: '{', environment: { ABS_TOKEN_VERIFIER: 'jwt' } }), [
    'abs.config.json:1:2: not JSON: expected a key in quotation marks',
  ]);
});

test('a byte order mark is ignored', async () =>
  assert.equal((await folder.load({ file: '\ufeff{"port": 1}' })).port, 1));

test('a key for signed addresses that is too short, or whose ID is given twice, is refused', async () => {
  await writeFile(join(folder.path, 'short.key'), `${'x'.repeat(31)}\n`);
  const file = (...ids: string[]) => ({ sign: { keys: ids.map((id) => ({ id, secretFile: `${id}.key` })) } });
  const messages = async (said: object) => (await folder.problems({ file: said })).map(({ message }) => message);
  assert.deepEqual(await messages(file('sign', 'sign')), ['the id "sign" is given twice; an id names one key']);
  assert.deepEqual(await messages(file('short', 'missing')), [
    '"short.key" is not a file with a secret of at least 32 bytes: it has 31',
    '"missing.key" is not a file with a secret of at least 32 bytes: it can\'t be read (ENOENT)',
  ]);
});

test('pictures with signed addresses alone need a key', async () =>
  assert.deepEqual(await refusal({ file: { endpoints: { press: { picture: { allow: 'signed' } } } } }), [
    'endpoints.press.picture.allow: signed needs a key in sign.keys (settings)',
  ]));

test('a token that is given twice is refused, because it could stand for one of two users', () => {
  const tokens = [
    { token: 'open sesame', user: 3 },
    { token: 'open sesame', user: 4 },
  ];
  assert.throws(() => loadConfig({ environment: { ABS_TOKEN_TOKENS: JSON.stringify(tokens) } }), {
    name: 'ConfigError',
    message:
      'token.tokens: a token is given twice; a token stands for one user (environment variable ABS_TOKEN_TOKENS)',
  });
});

test('no message shows a secret', async () => {
  const secret = 'open sesame';
  const faults: readonly Said[] = [
    { file: { token: { jwt: { secret: [secret] } } } },
    { file: { token: { tokens: secret } } },
    { file: { token: { tokens: [{ token: secret, user: secret }] } } },
    { file: { token: { tokens: [{ sha256: secret, user: 1 }] } } },
    { file: { token: [secret] } },
    { file: { endpoints: { press: { token: { tokens: [{ token: secret }] } } } } },
    { environment: { ABS_TOKEN_TOKENS: `[{"token": "${secret}", "user": 1}` } },
    { environment: { ABS_TOKEN_TOKENS: secret } },
    { environment: { ABS_ENDPOINTS: `{"press": {"token": {"tokens": "${secret}"}}}` } },
  ];
  for (const said of faults) {
    const lines = await refusal(said);
    assert.notEqual(lines.join(''), '', JSON.stringify(said));
    assert.doesNotMatch(lines.join('\n'), /sesame/);
  }
});

test('an endpoint inherits the main settings that it does not override; lists are replaced, not merged', async () => {
  const config = await folder.load({
    file: {
      serviceUser: 1,
      cache: { seconds: 5 },
      asset: { infofields: [1] },
      endpoints: {
        press: { serviceUser: 4, cache: { megabytes: 1 }, asset: { infofields: [2] }, defaults: { extended: 'true' } },
        open: { serviceUser: null },
      },
    },
  });
  const press = config.endpoints.get('press');
  assert.deepEqual(press?.cache, { seconds: 5, browserSeconds: 0, megabytes: 1, flush: true, shared: false });
  assert.deepEqual([press?.serviceUser, press?.asset.infofields, press?.maxPageSize], [4, [2], 1000]);
  assert.deepEqual({ ...press?.defaults }, { extended: 'true' });
  assert.equal(config.endpoints.get('open')?.serviceUser, null);
  assert.deepEqual({ ...config.defaults }, {});
});

test('an endpoint may be limited to nodes of a type and to download formats, and the main address may not', async () => {
  const roots = { 101: [5, 7], [Number.MAX_SAFE_INTEGER]: [] };
  const config = await folder.load({ file: { endpoints: { press: { roots, formats: [1] }, open: {} } } });
  const press = config.endpoints.get('press');
  const entries = [...(press?.roots ?? [])].map(([type, nodes]) => `${type}: ${nodes}`);
  assert.deepEqual([entries, press?.formats], [['101: 5,7', '9007199254740991: '], [1]]);
  const open = config.endpoints.get('open');
  assert.deepEqual([open?.roots, open?.formats, config.roots, config.formats], [new Map(), null, new Map(), null]);
  const [ofRoots, ...ofOthers] = await refusal({ file: { roots, formats: [1] } });
  assert.match(ofRoots ?? '', /^roots: no such setting; there are host, port, .*, endpoints \(abs\.config\.json\)$/);
  assert.deepEqual(ofOthers, ['formats: no such setting; did you mean pin.formats? (abs.config.json)']);
  assert.deepEqual(await refusal({ file: { endpoints: { press: { roots: { x: [1], 101: 5, 103: ['a'] } } } } }), [
    'endpoints.press.roots.101: 5 is not a list of node IDs (abs.config.json)',
    'endpoints.press.roots.103[0]: "a" is not an ID (abs.config.json)',
    'endpoints.press.roots.x: "x" is not the ID of a node type (abs.config.json)',
  ]);
});

test('hostile names of endpoints and parameters are treated like any other', async () => {
  const file = '{"endpoints": {"__proto__": {"defaults": {"__proto__": "x", "constructor": "y"}}}}';
  const config = await folder.load({ file });
  assert.deepEqual([...config.endpoints.keys()], ['__proto__']);
  assert.deepEqual(Object.keys(config.endpoints.get('__proto__')?.defaults ?? {}), ['__proto__', 'constructor']);
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
});

test('a configuration is deeply frozen, and can be cloned to a thread', async () => {
  const config = await folder.load({ file: { endpoints: { press: { serviceUser: 4 } } } });
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.cache) && Object.isFrozen(config.cors.origins));
  assert.ok(Object.isFrozen(config.endpoints.get('press')));
  assert.deepEqual(structuredClone(config).endpoints.get('press')?.cache, config.cache);
});

test('variables that do not begin with ABS_ are ignored', () =>
  assert.equal(loadConfig({ environment: { PORT: '1', abs_port: '2' }, directory: folder.path }).port, 8080));

test('files that settings name are reported with the other problems, for the service and its endpoints', async () => {
  const path = (name: string) => join(folder.path, name);
  await writeFile(path('list.json'), '[]');
  const file = {
    prot: 1,
    messages: ['list.json', 'none.json'],
    search: { provider: 'none.js' },
    token: { jwt: { jwks: 'keys.json' } },
    endpoints: { press: { messages: ['broken.json'], download: { fileNames: 'names.js' } }, other: {} },
  };
  await writeFile(path('broken.json'), '{"de": {"a": 1}');
  const lines = [
    `messages[0]: ${path('list.json')}: a message file is an object of languages, each an object of texts by key (settings)`,
    `messages[1]: ${path('none.json')}: this message file can't be read: ENOENT: no such file or directory, open '${path('none.json')}' (settings)`,
    `search.provider: ${path('none.js')}: the file can't be read (ENOENT) (settings)`,
    `token.jwt.jwks: ${path('keys.json')}: the file can't be read (ENOENT) (settings)`,
    `endpoints.press.messages[0]: ${path('broken.json')}: this message file can't be read: line 1, column 16: expected a comma or "}" (settings)`,
    `endpoints.press.download.fileNames: ${path('names.js')}: the file can't be read (ENOENT) (settings)`,
  ];
  const asked = { checksFiles: true };
  assert.deepEqual((await refusal({ file, ...asked })).slice(1), lines);
  const { prot: _, ...right } = file;
  const lacking = 'token.verifier: introspection needs token.introspection.url (settings)';
  const withoutUrl = { ...right, token: { ...right.token, verifier: 'introspection' } };
  assert.deepEqual(await refusal({ file: withoutUrl, ...asked }), [lacking, ...lines]);
  // Commands that need none of them run without them.
  assert.deepEqual(await refusal({ file: withoutUrl }), [lacking]);
});

test('a logo for dark pages alone is refused', async () => {
  await writeFile(join(folder.path, 'dark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  assert.deepEqual(await refusal({ file: { branding: { logoDark: 'dark.svg' } } }), [
    'branding.logoDark: has no effect without branding.logo (settings)',
  ]);
});

test('texts of the page that would never be shown are refused, with the nearest that would', async () => {
  const file = join(folder.path, 'wrong-texts.json');
  const said = { environment: { ABS_BRANDING_TEXTS: file } };
  const source = '(environment variable ABS_BRANDING_TEXTS)';
  const refused = async (texts: unknown) => {
    await writeFile(file, JSON.stringify(texts));
    return (await refusal(said)).map((line) => line.replaceAll(JSON.stringify(file), 'FILE').replace(` ${source}`, ''));
  };
  const problems = await refused({
    de: { 'page.nmae': 'Bilder', 'no-such-text-at-all': '', 'assets.count': { one: '{count} Bild' } },
    fr: { 'assets.count': { other: '{count} images', more: '' } },
    nl: {},
  });
  assert.deepEqual(problems, [
    'branding.texts: FILE: de: "page.nmae" is not a text of the page; did you mean page.name?',
    'branding.texts: FILE: de: "no-such-text-at-all" is not a text of the page',
    'branding.texts: FILE: de: assets.count: the form "other" is missing, which all other numbers take',
    'branding.texts: FILE: fr: assets.count: "more" is not a form of a text: zero, one, two, few, many, other',
    'branding.texts: FILE: "nl" is not a language of the page: en, de, fr, es, it',
  ]);
  assert.equal((await refused([])).length, 1);
});
