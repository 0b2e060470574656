/** Clients that public generators make of `/openapi.json`: each compiles, calls five operations and prints the same. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { documentBytes } from '../../src/api/documents.ts';
import { install, noRegistry, run } from '../setup/packed.ts';
import { appForAll } from '../support/app.ts';

/** A program for each generator; those in TypeScript are texts here, because what they import is made later. */
const PROGRAMS = fileURLToPath(new URL('clients/', import.meta.url));

/** A node, the total of a search, the default language, whether a thumbnail, or else a list, comes, and the code of a failure. */
const PRINTED = 'Archive 7 en true asset_not_found';

/** The newest TypeScript that every generator accepts. */
const TYPESCRIPT = ['typescript@5.9.3', '@types/node@24.10.1'];
const COMPILER_OPTIONS = {
  ...{ strict: true, skipLibCheck: true, target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
  ...{ module: 'esnext', moduleResolution: 'bundler', types: ['node'], noEmit: true },
};

/** Packages of npm by the generator's name, and the command that makes `made` of `openapi.json`. */
const OF_TYPESCRIPT: Readonly<Record<string, readonly [packages: readonly string[], command: string]>> = {
  'openapi-typescript': [
    ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    'openapi-typescript openapi.json --output made.d.ts',
  ],
  'hey-api': [['@hey-api/openapi-ts@0.95.0'], 'openapi-ts --input openapi.json --output made'],
  oazapfts: [['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'], 'oazapfts openapi.json made.ts'],
  orval: [['orval@7.13.2'], 'orval'],
};

const GENERATOR = 'org.openapitools:openapi-generator-cli:7.18.0';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
const EXECUTE = 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java';
const OLD_DOTNET = '--additional-properties=targetFramework=net48';
/** Newtonsoft.Json comes with this npm package; Polly with none, so the test has its types. */
const HAS_NEWTONSOFT = '@microsoft.azure/autorest.csharp@2.3.102';
const FACADES = '/usr/lib/mono/4.5/Facades';
const LIBRARIES = [
  ...['System.Net.Http', 'System.ComponentModel.DataAnnotations', 'System.Runtime.Serialization', 'System.Web'],
  ...['netstandard', 'System.Runtime', 'System.Collections', 'System.IO', 'System.Globalization', 'System.Reflection'],
  ...['System.Runtime.Extensions', 'System.Threading.Tasks', 'System.Linq.Expressions', 'System.ObjectModel'],
  ...['System.Dynamic.Runtime', 'System.Runtime.Serialization.Primitives', 'System.Xml.ReaderWriter'],
];
const ONE_ARGUMENT = '--additional-properties=useSingleRequestParameter=true';

const root = newFolder();
const app = appForAll();
const made = (folder: string) => join(root, folder, 'made');

writeFileSync(join(root, 'openapi.json'), documentBytes('openapi.json'));

suite('makes a client in TypeScript', { skip: noRegistry() }, () => {
  for (const [name, [packages, command]] of Object.entries(OF_TYPESCRIPT)) {
    test(name, async () => {
      const folder = join(root, name);
      await install(folder, ...TYPESCRIPT, ...packages);
      copyFileSync(join(root, 'openapi.json'), join(folder, 'openapi.json'));
      copyFileSync(join(PROGRAMS, `${name}.ts.txt`), join(folder, 'program.ts'));
      const output = { target: 'made.ts', client: 'fetch', baseUrl: app.url };
      const configuration = { client: { input: 'openapi.json', output } };
      writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(configuration)};\n`);
      await run(folder, 'npx', ['--no-install', ...command.split(' ')]);
      await assertPrints(folder);
    });
  }
});

suite('OpenAPI Generator makes a client', { skip: lacks('java', 'mvn') }, () => {
  before(() => run(root, 'mvn', ['-q', COPY, `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${root}`]));

  for (const library of ['native', 'okhttp-gson']) {
    test(`in Java with ${library}`, async () => {
      const folder = await generated('java', library, `--library=${library}`, ONE_ARGUMENT);
      copyFileSync(join(PROGRAMS, library, 'Program.java'), join(folder, 'src/main/java/Program.java'));
      await run(folder, 'mvn', ['-q', 'compile']);
      assert.equal(await maven(folder), PRINTED);
    });
  }

  test('in TypeScript', { skip: noRegistry() }, async () => {
    const folder = join(root, 'typescript-fetch');
    await install(folder, ...TYPESCRIPT);
    await generated('typescript-fetch', 'typescript-fetch');
    copyFileSync(join(PROGRAMS, 'openapi-generator.ts.txt'), join(folder, 'program.ts'));
    await assertPrints(folder);
  });

  test('in Python', { skip: lacks('python3') }, async () => {
    const python = await pythonWith('python', await generated('python', 'python'));
    assert.equal((await run(root, python, [join(PROGRAMS, 'openapi-generator.py'), app.url])).trim(), PRINTED);
  });

  test('in PHP', { skip: lacks('php') || withoutGuzzle() }, async () => {
    const folder = join(await generated('php', 'php'), '..');
    copyFileSync(join(PROGRAMS, 'openapi-generator.php'), join(folder, 'program.php'));
    assert.equal((await run(folder, 'php', ['program.php', app.url])).trim(), PRINTED);
  });

  test('in Go', { skip: lacks('go') }, async () => {
    const folder = await generated('go', 'go');
    mkdirSync(join(folder, 'program'));
    copyFileSync(join(PROGRAMS, 'openapi-generator.go'), join(folder, 'program/main.go'));
    await run(folder, 'go', ['mod', 'tidy']);
    assert.equal((await run(folder, 'go', ['run', './program', app.url])).trim(), PRINTED);
  });

  test('in C#', { skip: lacks('mcs', 'mono') || noRegistry() }, async () => {
    const folder = await generated('csharp', 'csharp', '--library=httpclient', OLD_DOTNET);
    await run(folder, 'npm', ['pack', '--silent', HAS_NEWTONSOFT]);
    const dll = 'autorest.csharp/src/bin/netcoreapp2.0/Newtonsoft.Json.dll';
    await run(folder, 'sh', ['-c', `tar --strip-components=4 -xzf *.tgz ${dll}`]);
    const sources = [
      '-recurse:src/Org.OpenAPITools/*.cs',
      join(PROGRAMS, 'csharp/Program.cs'),
      join(PROGRAMS, 'csharp/Polly.cs'),
    ];
    const libraries = [...LIBRARIES.map((name) => `-r:${name}`), '-r:Newtonsoft.Json.dll'];
    await run(folder, 'mcs', ['-langversion:latest', '-out:program.exe', `-lib:${FACADES}`, ...libraries, ...sources]);
    assert.equal((await run(folder, 'mono', ['program.exe', app.url])).trim(), PRINTED);
  });
});

test('openapi-python-client makes a client', { skip: lacks('python3') }, async () => {
  const generator = await pythonWith('generator', 'openapi-python-client==0.29.1');
  const output = made('openapi-python-client');
  await run(root, generator, [
    ...['-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', '--output-path', output],
  ]);
  const python = await pythonWith('openapi-python-client', output);
  assert.equal((await run(root, python, [join(PROGRAMS, 'openapi-python-client.py'), app.url])).trim(), PRINTED);
});

/** Compiles `program.ts` of a folder, and runs it. */
async function assertPrints(folder: string): Promise<void> {
  const configuration = { compilerOptions: COMPILER_OPTIONS, include: ['program.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  await run(folder, 'npx', ['--no-install', 'tsc']);
  const outfile = join(folder, 'program.mjs');
  await build({ entryPoints: [join(folder, 'program.ts')], bundle: true, platform: 'node', format: 'esm', outfile });
  assert.equal((await run(folder, process.execPath, [outfile, app.url])).trim(), PRINTED);
}

/** Makes a client with OpenAPI Generator. Resolves to its folder. */
async function generated(language: string, name: string, ...options: readonly string[]): Promise<string> {
  const jar = GENERATOR.split(':').slice(1).join('-');
  const args = ['-jar', `${jar}.jar`, 'generate', '-i', 'openapi.json', '-g', language, '-o', made(name), ...options];
  await run(root, 'java', args);
  return made(name);
}

async function maven(folder: string): Promise<string> {
  const printed = await run(folder, 'mvn', ['-q', EXECUTE, '-Dexec.mainClass=Program', `-Dexec.args=${app.url}`]);
  // Maven resets the colours of the terminal at its end.
  return printed.split('\n')[0] ?? '';
}

/** Makes a virtual environment with this package. Resolves to its Python. */
async function pythonWith(name: string, what: string): Promise<string> {
  const folder = join(root, `${name}-environment`);
  await run(root, 'python3', ['-m', 'venv', folder]);
  await run(root, join(folder, 'bin/pip'), ['install', '-q', what]);
  return join(folder, 'bin/python');
}

function lacks(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  return missing.length > 0 && `skipped: ${missing.join(' and ')} missing`;
}

function withoutGuzzle(): string | false {
  const tried = spawnSync('php', ['-r', `exit((int) !stream_resolve_include_path('GuzzleHttp/autoload.php'));`]);
  return tried.status !== 0 && 'skipped: Guzzle is missing';
}
