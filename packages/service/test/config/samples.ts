import { createHash } from 'node:crypto';

/** Accepted and refused values of a setting. */
export interface Sample {
  /** JSON values that are accepted, each with what the configuration then holds, where that differs. */
  readonly good: readonly (readonly [json: unknown, held?: unknown])[];
  /** JSON values that are refused. */
  readonly bad: readonly unknown[];
  /** Texts of the environment variable, each with what the configuration then holds. */
  readonly texts: readonly (readonly [text: string, held: unknown])[];
  /** Texts of the environment variable that are refused. */
  readonly badTexts: readonly string[];
  /** Other settings, as environment variables, without which the value has no meaning. */
  readonly needs?: Readonly<Record<string, string>>;
}

/** The text of a variable that means no value. */
const NULL = ['null', null] as const;

const NOT_NUMBERS = ['1', null, true, [], {}, 1.5];
const NOT_TEXTS = [1, true, [], {}];
const NOT_LISTS = ['a,b', null, 1, true, {}];

function integer(least: number, most: number): Sample {
  return {
    good: [[least], [most]],
    bad: [...NOT_NUMBERS, least - 1, most + 1],
    texts: [least, most].map((each) => [String(each), each] as const),
    badTexts: [String(least - 1), String(most + 1), 'x', '0x10', '1e1', '1.5', ' 1'],
  };
}

/** A setting from 0 to 1. */
const SHARE: Sample = {
  good: [[0], [0.25], [1]],
  bad: ['0.5', null, true, [], {}, -0.1, 1.1],
  texts: Object.entries({ '0.25': 0.25, 1: 1 }),
  badTexts: ['x', '1.1', '-1'],
};

const FLAG: Sample = {
  good: [[true], [false]],
  bad: ['true', 1, 0, null, [], {}],
  texts: Object.entries({ true: true, FALSE: false, 1: true, 0: false }),
  badTexts: ['yes', '2'],
};

const TEXT: Sample = { good: [['x y']], bad: [...NOT_TEXTS, null, '', '  '], texts: [['x', 'x']], badTexts: [' '] };

const OPTIONAL_TEXT: Sample = {
  ...TEXT,
  good: [['x'], [null]],
  bad: [...NOT_TEXTS, '', '  '],
  texts: [['x', 'x'], NULL],
};

const OPTIONAL_ID: Sample = {
  good: [[0], [3], [Number.MAX_SAFE_INTEGER], [null]],
  bad: ['3', true, [], {}, 1.5, -1, 2 ** 53],
  texts: [['3', 3], NULL],
  badTexts: ['-1', 'x', '3,4'],
};

/** A list that may be empty; refused are lists of one of `bad`, and these texts. */
function list(good: readonly unknown[], bad: readonly unknown[], ...badTexts: readonly string[]): Sample {
  const texts = [[`${good.join(', ')},,`, good] as const, [',', []] as const];
  return { good: [[[]], [good]], bad: [...NOT_LISTS, ...bad.map((each) => [each])], texts, badTexts };
}

const ids = list([1, 2], ['1', -1, null], 'x', '1;2');
const IDS: Sample = { ...ids, bad: [...ids.bad, Array(1001).fill(1)] };

/** A setting whose values are these words; one that is nullable may be absent. */
function oneOf(words: readonly string[], wrong: readonly unknown[] = [], isNullable = false): Sample {
  return {
    good: [...words.map((word) => [word] as const), ...(isNullable ? [[null] as const] : [])],
    bad: [...NOT_TEXTS, '', 'other', ...words.map((word) => `${word}s`), ...wrong, ...(isNullable ? [] : [null])],
    texts: words.map((word) => [word, word] as const),
    badTexts: ['other'],
  };
}

/** A text or none; what is refused is refused as the text of a variable, too. */
function optional(good: readonly [string, ...string[]], bad: readonly string[], needs = {}): Sample {
  return {
    good: [...good.map((each) => [each] as const), [null]],
    bad: [...NOT_TEXTS, '', ...bad],
    texts: [[good[0], good[0]], NULL],
    badTexts: bad,
    needs,
  };
}

const WEB_ADDRESS = optional(
  ['https://example.org/in?a=1', 'http://localhost:1'],
  ['x', 'example.org', 'ftp://example.org', 'javascript:alert(1)'],
);

/** JSON of an object, and the map that is held of it. */
const mapped = <T>(json: Readonly<Record<string, T>>) => [json, new Map(Object.entries(json))] as const;

/** As many bytes as a secret needs; some are no text. */
export const SIGNING_SECRET = Buffer.from('\u00ff\0'.repeat(16), 'latin1');

const HOOK = { id: 'b', url: 'http://10.0.0.1/h', secretFile: 'hook.secret' };
const READ_HOOK = {
  ...{ id: 'b', url: 'http://10.0.0.1/h', allowPrivate: false },
  secrets: [SIGNING_SECRET.toString('base64')],
};

const KEYS: Sample = {
  good: [
    [[], []],
    [
      [
        { id: '2026', secretFile: 'sign.key' },
        { id: 'a.b_c~d-e', secretFile: './sign.key' },
      ],
      ['2026', 'a.b_c~d-e'].map((id) => ({ id, secret: SIGNING_SECRET.toString('base64') })),
    ],
  ],
  bad: [
    ...NOT_LISTS,
    ...['', 'a b', 'a&b', 'a%20b', 'ä', 'x'.repeat(65), 2026, null].map((id) => [{ id, secretFile: 'sign.key' }]),
    ...['', 'missing.key', 'key.pem', '.', 'a\0b', 1, null].map((secretFile) => [{ id: 'a', secretFile }]),
    [{ id: 'a', secretFile: 'sign.key', secret: 'x' }],
    [[]],
  ],
  texts: [['[{"id":"a","secretFile":"sign.key"}]', [{ id: 'a', secret: SIGNING_SECRET.toString('base64') }]]],
  badTexts: ['sign.key', '{}'],
};

const SHA256 = createHash('sha256').update('open sesame').digest('hex');

/** Samples of a setting whose values are files; `folder` has key.pem and empty.pem. */
function fileText(folder: string): Sample {
  const held = { path: `${folder}/key.pem`, text: 'KEY' };
  return {
    good: [['key.pem', held], [held.path, held], [null]],
    bad: [...NOT_TEXTS, 'missing.pem', 'empty.pem', '.'],
    texts: [['key.pem', held]],
    badTexts: ['missing.pem'],
  };
}

/** Samples of a logo; `folder` has logo.svg. */
function logoFile(folder: string): Sample {
  return {
    good: [['logo.svg', `${folder}/logo.svg`], [`${folder}/logo.svg`], [null]],
    bad: [...NOT_TEXTS, '', 'missing.svg', 'key.pem', '.'],
    texts: [['logo.svg', `${folder}/logo.svg`]],
    badTexts: ['missing.svg'],
  };
}

/** Samples of a module of the operator's own. */
function moduleFile(folder: string): Sample {
  const held = `${folder}/own.mjs`;
  return {
    good: [[null], ['/srv/own.mjs'], ['own.mjs', held]],
    bad: [...NOT_TEXTS, '', 'a\0b'],
    texts: [['own.mjs', held], NULL],
    badTexts: [],
  };
}

/** Samples of a list of origins, and further values that are accepted or refused as one of them. */
function origins({ good = [] as string[], bad = [] as string[] }): Sample {
  const wrong = ['a.example', 'https://a.example/', 'https://a.example/path', 'file://x', 1, ...bad];
  return {
    good: [[[]], [['https://a.example', 'http://localhost:3000']], ...good.map((each) => [[each]] as const)],
    bad: [...NOT_LISTS, ...wrong.map((each) => [each])],
    texts: [['https://a.example, https://b.example', ['https://a.example', 'https://b.example']]],
    badTexts: ['none', ...bad],
  };
}

const SIGN_IN = { ABS_SIGN_IN_CLIENT_ID: 'abs', ABS_SIGN_IN_KEYS: '[{"id":"a","secretFile":"sign.key"}]' };

const IN_S3 = { ABS_ORIGINALS_URL: 's3://media/originals' };

const BUCKET = optional(
  ['s3://media', 's3://media/a/b', 's3://media/..a/b..', 's3://my.media-2/'],
  ['media', 's3://', 's3://ab', 'https://media/a', 's3://media/a?b', 's3://media//a', 's3://media/a/..'],
);

/** Samples of every setting, by key path. */
export function samples(folder: string): Readonly<Record<string, Sample>> {
  return {
    host: TEXT,
    port: integer(0, 65_535),
    data: {
      good: [['/srv/abs'], ['x/../y', `${folder}/y`]],
      bad: [...NOT_TEXTS, null, '', 'a\0b'],
      texts: [['y', `${folder}/y`]],
      badTexts: [],
    },
    threads: integer(0, 256),
    timeZone: {
      good: [['Europe/Berlin'], ['UTC']],
      bad: [...NOT_TEXTS, null, '', 'Mars/Base', '+01:00'],
      texts: [['America/New_York', 'America/New_York']],
      badTexts: ['nowhere'],
    },
    defaultLanguage: optional(['en', 'de-CH'], ['not a language', 'de_CH', 'd']),
    trustProxy: list(
      ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
      ['localhost', '10.0.0.0/33', 'fd00::/129', '10.0.0/8', '1.2.3.4/8/8', 1],
      ...['all', 'fe80::1%eth0'],
    ),
    publicUrl: optional(
      ['https://media.example', 'http://[::1]:8080'],
      [
        ...['*', 'media.example', 'ftp://media.example', 'https://media.example/', 'https://media.example/a'],
        ...['https://user@media.example', 'https://media.example?a', 'https://MEDIA.example', 'https://a:443'],
      ],
    ),
    'sign.keys': KEYS,
    'sign.maxDays': integer(1, 36_500),
    'signIn.issuer': optional(
      ['https://id.example/realms/dam', 'http://localhost:1', 'http://127.0.0.1:9/x'],
      ['id.example', 'http://id.example', 'http://10.0.0.1', 'https://a:b@id.example', 'https://id.example/?a'],
      SIGN_IN,
    ),
    'signIn.clientId': OPTIONAL_TEXT,
    'signIn.clientSecretFile': fileText(folder),
    'signIn.scopes': {
      good: [[['openid', 'email']], ['openid  email', ['openid', 'email']]],
      bad: [1, null, true, {}, ['ä'], [1], ['"']],
      texts: [['openid email,groups', ['openid', 'email', 'groups']]],
      badTexts: ['ä'],
    },
    'signIn.userClaim': TEXT,
    'signIn.groupsClaim': OPTIONAL_TEXT,
    'signIn.groups': {
      good: [mapped({}), mapped({ 'dam-editors': 2, '/a b': 0 })],
      bad: [...NOT_LISTS.filter((each) => JSON.stringify(each) !== '{}'), [], { a: '2' }, { a: -1 }, { a: [2] }],
      texts: [['{"a":2}', new Map([['a', 2]])]],
      badTexts: ['a', '[]'],
    },
    'signIn.required': {
      ...FLAG,
      needs: { ...SIGN_IN, ABS_SIGN_IN_ISSUER: 'https://id.example' },
    },
    'signIn.hours': integer(1, 720),
    'signIn.keys': KEYS,
    webhooks: {
      good: [
        [[], []],
        [
          [
            { id: 'a', url: 'https://shop.example/h', secretFile: 'hook.secret' },
            { ...HOOK, user: 2, types: ['node'], allowPrivate: true },
          ],
          [
            { ...READ_HOOK, id: 'a', url: 'https://shop.example/h', user: null, types: ['asset', 'node', 'model'] },
            { ...READ_HOOK, user: 2, types: ['node'], allowPrivate: true },
          ],
        ],
      ],
      bad: [
        ...NOT_LISTS,
        [HOOK],
        [{ ...HOOK, allowPrivate: true, secret: 'x' }],
        ...[{ id: 'a b' }, { url: 'ftp://a' }, { types: [] }, { types: ['x'] }, { user: '1' }].map((wrong) => [
          { ...HOOK, allowPrivate: true, ...wrong },
        ]),
        ...['', 'missing', 'sign.key', 1].map((secretFile) => [{ ...HOOK, allowPrivate: true, secretFile }]),
        [{ ...HOOK, url: 'https://a.example/', allowPrivate: 'yes' }],
      ],
      texts: [
        [
          JSON.stringify([{ ...HOOK, allowPrivate: true }]),
          [{ ...READ_HOOK, user: null, types: ['asset', 'node', 'model'], allowPrivate: true }],
        ],
      ],
      badTexts: ['x', '{}'],
    },
    'catalogue.url': optional(
      ['postgres://abs@db.example:5432/abs', 'postgresql://abs:x@db/abs?sslmode=verify-full'],
      [
        ...['sqlite:abs', 'mysql://db/abs', 'postgres://db/abs', 'postgres://abs@db', 'postgres:///abs?host=/run'],
        ...['postgres://abs@db/a/b', 'postgres://abs@db/abs?sslmode=prefer', 'postgres://abs:100%@db/abs'],
      ],
    ),
    'catalogue.passwordFile': { ...fileText(folder), needs: { ABS_CATALOGUE_URL: 'postgres://abs@db/abs' } },
    caFile: { ...fileText(folder), needs: { ABS_CATALOGUE_URL: 'postgres://abs@db/abs' } },
    'catalogue.connections': integer(3, 100),
    'catalogue.freshness': oneOf(['bounded', 'strict'], ['Strict']),
    'catalogue.lagMilliseconds': integer(100, 60_000),
    'originals.url': BUCKET,
    'originals.endpoint': optional(
      ['http://127.0.0.1:7480', 'https://s3.example/'],
      ['s3.example', 'https://key:secret@s3.example/', 'https://s3.example/#a'],
      IN_S3,
    ),
    'originals.region': TEXT,
    'originals.pathStyle': FLAG,
    'originals.accessKeyId': {
      ...OPTIONAL_TEXT,
      needs: { ...IN_S3, AWS_SECRET_ACCESS_KEY: 'y' },
      good: [['x']],
      texts: [['x', 'x']],
    },
    'originals.secretAccessKeyFile': {
      ...fileText(folder),
      needs: { ...IN_S3, AWS_ACCESS_KEY_ID: 'x' },
      good: [['key.pem', { path: `${folder}/key.pem`, text: 'KEY' }]],
    },
    'originals.sessionTokenFile': { ...fileText(folder), needs: IN_S3 },
    'derived.url': BUCKET,
    'coordination.url': optional(
      ['redis://127.0.0.1:6379', 'rediss://user:x@cache.example/1'],
      ['cache:6379', 'cache.example', 'http://cache.example', 'redis://', 'redis:cache', 'redis://cache/a'],
    ),
    'coordination.passwordFile': { ...fileText(folder), needs: { ABS_COORDINATION_URL: 'redis://cache' } },
    'search.url': optional(
      ['opensearch+http://127.0.0.1:9200', 'opensearch+https://user:x@search.example/media'],
      ['search:9200', 'https://search.example', 'opensearch+http://', 'opensearch+http://a/b/c'],
    ),
    'search.passwordFile': { ...fileText(folder), needs: { ABS_SEARCH_URL: 'opensearch+http://search' } },
    'search.shards': integer(1, 64),
    'drain.seconds': integer(0, 300),
    'http.idleSeconds': integer(1, 3600),
    'purge.tags': oneOf(['none', 'Surrogate-Key', 'Cache-Tag', 'xkey', 'Cache-Groups'], ['surrogate-key']),
    'purge.proxies': list(
      ['http://127.0.0.1:6081/', 'https://cache.example'],
      ['cache', 'ftp://cache', 'http://user:secret@cache/', 'http://cache/#x', 1],
      'a:6081',
    ),
    'branding.name': OPTIONAL_TEXT,
    'branding.logo': logoFile(folder),
    'branding.logoDark': { ...logoFile(folder), needs: { ABS_BRANDING_LOGO: `${folder}/logo.svg` } },
    'branding.colours': {
      good: [
        mapped({}),
        mapped({ accent: '#0b57d0', surface: 'light-dark(#fff, #000)', font: `"O'Neil (Sans", serif` }),
      ],
      bad: ['#0b57d0', [], null, 1, { acent: '#000' }, { accent: 1 }, { accent: '#000; color: red' }, { font: "'a" }],
      texts: [['{"accent":"red"}', new Map([['accent', 'red']])]],
      badTexts: ['red', '{"accent":"a;b"}'],
    },
    'branding.texts': {
      good: [['texts.json', { de: { 'page.name': 'Bilder' } }], [null]],
      bad: [...NOT_TEXTS, '', 'missing.json', 'key.pem', 'logo.svg', '.'],
      texts: [['texts.json', { de: { 'page.name': 'Bilder' } }]],
      badTexts: ['missing.json'],
    },
    'picker.origins': origins({ bad: ['*'] }),
    'text.maxCharacters': integer(0, 20_000_000),
    'text.ocr': FLAG,
    'text.ocrLanguages': {
      good: [[['de', 'en']], [[]], [null]],
      bad: ['de', [1], ['not a tag'], {}, true],
      texts: [['de,en', ['de', 'en']], NULL],
      badTexts: ['de,,?'],
    },
    'metrics.enabled': FLAG,
    'rateLimit.seconds': integer(1, 3600),
    'rateLimit.perAddress': integer(0, 1_000_000),
    'rateLimit.perToken': integer(0, 1_000_000),
    'overload.maxWaitMilliseconds': integer(10, 60_000),
    'overload.waitSeconds': integer(0, 3600),
    serviceUser: OPTIONAL_ID,
    languages: list(['de', 'en-GB'], ['no language', '', 1], 'de_'),
    maxSearchResults: integer(1, 1_000_000),
    maxTreeNodes: integer(1, 10_000_000),
    maxPageSize: integer(1, 1_000_000),
    'cache.seconds': integer(0, 31_536_000),
    'cache.megabytes': integer(0, 1_048_576),
    'cache.browserSeconds': integer(0, 31_536_000),
    'cache.flush': FLAG,
    'cache.shared': FLAG,
    'facets.enabled': FLAG,
    'facets.limit': integer(1, 10_000),
    'facets.fields': list(
      ['fileExtensions', 'node_103', 'info_9007199254740991', 'fileCategory', 'assetType'],
      ['node_', 'info_x', 'fileextensions', '', 1],
      'facets',
    ),
    'asset.infofields': IDS,
    'asset.nameField': OPTIONAL_ID,
    'asset.dateField': OPTIONAL_ID,
    'asset.altField': OPTIONAL_ID,
    'node.infofields': IDS,
    'details.general': oneOf(['map', 'list'], ['Map']),
    'validity.view': oneOf(['show', 'hide'], ['Hide']),
    'validity.download': oneOf(['refuse', 'allow'], [true]),
    'thumb.size': integer(1, 10_000),
    'thumb.big': integer(1, 10_000),
    'mcp.enabled': FLAG,
    'mcp.origins': origins({}),
    'iiif.enabled': { ...FLAG, good: [...FLAG.good, [null]], bad: FLAG.bad.filter((bad) => bad !== null) },
    'preview.size': integer(1, 10_000),
    'preview.big': integer(1, 10_000),
    'preview.extensions3d': {
      good: [
        [[]],
        [
          ['GLB', 'stl'],
          ['glb', 'stl'],
        ],
      ],
      bad: [...NOT_LISTS, ['.glb'], [''], [1], ['a/b']],
      texts: [['glb,STL', ['glb', 'stl']]],
      badTexts: ['.glb'],
    },
    'picture.maxSize': integer(1, 10_000),
    'picture.allow': {
      ...oneOf(['any', 'presets', 'signed'], ['Any']),
      needs: { ABS_SIGN_KEYS: '[{"id":"a","secretFile":"sign.key"}]' },
    },
    'picture.widths': list([320, 640], [0, 10_001, '320'], 'x', '0'),
    'picture.presets': {
      good: [
        [{}, new Map()],
        [
          { teaser: { width: 800, height: 450, fit: 'cover', focus: '0.5,0.3', background: 'FF00ff', dpr: 1.5 } },
          new Map([
            [
              'teaser',
              { width: 800, height: 450, fit: 'cover', focus: { x: 0.5, y: 0.3 }, background: 'ff00ff', dpr: 1.5 },
            ],
          ]),
        ],
      ],
      bad: [
        ...['teaser', [], null, { teaser: 800 }, { 'a b': {} }],
        ...[{ page: 1 }, { width: '800' }, { fit: 'fill' }, { focus: '2,0' }, { format: 'gif' }].map((teaser) => ({
          teaser,
        })),
      ],
      texts: [['{"teaser":{"width":800}}', new Map([['teaser', { width: 800 }]])]],
      badTexts: ['teaser', '{"teaser":{"width":0}}'],
    },
    'picture.maxFramePixels': integer(1, 10_000_000_000),
    'render.processes': integer(0, 256),
    'render.seconds': integer(1, 3600),
    'render.megabytes': integer(64, 1_048_576),
    'render.queue': integer(1, 100_000),
    'render.storeMegabytes': integer(0, 1_073_741_824),
    'download.loginUrl': WEB_ADDRESS,
    'download.maxAssets': integer(1, 1_000_000),
    'download.accelRedirect': optional(['/originals/', '/'], ['originals', '/a b', 'http://a/']),
    'download.redirect': { ...oneOf(['presigned'], ['Presigned'], true), needs: IN_S3 },
    'download.fileNames': moduleFile(folder),
    'similar.maxDistance': SHARE,
    'similar.duplicateDistance': SHARE,
    'search.prefixes': oneOf(['fallback', 'never'], ['Never']),
    'search.provider': moduleFile(folder),
    'pin.parentNode': OPTIONAL_ID,
    'changes.days': integer(1, 3650),
    'pin.days': integer(1, 36_500),
    'pin.formats': IDS,
    'pin.perMinute': integer(0, 100_000),
    'review.enabled': FLAG,
    'review.perMinute': integer(0, 100_000),
    'token.verifier': oneOf(['none', 'static'], ['Static']),
    'token.failuresPerMinute': integer(0, 1_000_000),
    'token.tokens': {
      good: [
        [[]],
        [[{ token: 'open sesame', user: 3 }], [{ sha256: SHA256, user: 3 }]],
        [[{ sha256: SHA256.toUpperCase(), user: 3 }], [{ sha256: SHA256, user: 3 }]],
      ],
      bad: [
        ...NOT_LISTS,
        ['open sesame'],
        [{ token: 'open sesame' }],
        [{ user: 3 }],
        [{ token: '', user: 3 }],
        [{ token: 'open sesame', user: '3' }],
        [{ token: 'open sesame', sha256: SHA256, user: 3 }],
        [{ token: 'open sesame', user: 3, admin: true }],
        [{ sha256: 'open sesame', user: 3 }],
      ],
      texts: [['[{"token": "open sesame", "user": 3}]', [{ sha256: SHA256, user: 3 }]]],
      badTexts: ['open sesame', '[{"token": "open sesame"}]', '[{"token": "open sesame", "user": 3}'],
    },
    'token.jwt.secret': OPTIONAL_TEXT,
    'token.jwt.publicKeyFile': fileText(folder),
    'token.loginUrl': WEB_ADDRESS,
    'token.jwt.jwks': {
      good: [['https://id.example/keys'], ['keys.json', `${folder}/keys.json`], ['/srv/keys.json'], [null]],
      bad: [...NOT_TEXTS, '', ' ', 'ftp://id.example/keys', 'javascript:alert(1)', 'a\0b'],
      texts: [['https://id.example/keys', 'https://id.example/keys']],
      badTexts: ['file:///keys.json'],
    },
    'token.jwt.issuer': OPTIONAL_TEXT,
    'token.jwt.audience': OPTIONAL_TEXT,
    'token.jwt.userClaim': TEXT,
    'token.jwt.groupsClaim': TEXT,
    'token.introspection.url': WEB_ADDRESS,
    'token.introspection.clientId': OPTIONAL_TEXT,
    'token.introspection.clientSecretFile': fileText(folder),
    'cors.origins': origins({ good: ['*'] }),
    supportEmail: optional(['help@example.org'], ['help', 'a b@example.org', 'a@b\r\nc']),
    messages: {
      good: [
        [[]],
        [
          ['a.json', '/b.json'],
          [`${folder}/a.json`, '/b.json'],
        ],
      ],
      bad: [...NOT_LISTS, [''], [1]],
      texts: [['a.json,/b.json', [`${folder}/a.json`, '/b.json']]],
      badTexts: [],
    },
    endpoints: {
      good: [[{}, new Map()]],
      bad: ['press', null, 1, [], { press: 1 }, { '': {} }, { 'a/b': {} }, { 'node.do': {} }, { Health: {} }],
      texts: [['{}', new Map()]],
      badTexts: ['press', '[]', '{"press": }'],
    },
  };
}
