// Writes the files of a release into release/: the packages, what the image is built of, a page of notes, and their sums. They
// have the same bytes whenever and wherever they are made from one commit. Runs on the project's own Node, by `npm run release`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { ROOT } from './hand-over.mjs';
import { stampedVersion } from './stamp.mjs';

const FOLDER = join(ROOT, 'release');
/** Folders of the packages that users install; the build of the service contains the others. */
const PACKAGES = ['client', 'components', 'demo', 'service'];
/** What deploy/Containerfile copies and does not need. */
const NOT_IN_IMAGE = ['.ci', 'examples', 'test', 'packages/*/test', 'packages/*/bench'];

const { version } = JSON.parse(read('package.json'));
const stamped = stampedVersion(ROOT);
const wrong = whatIsWrong();
if (wrong !== undefined) {
  console.error(`npm run release: ${wrong}`);
  process.exit(1);
}
const status = await build({ isForUsers: true, names: PACKAGES });
if (status !== 0) process.exit(status);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const name of PACKAGES) setModes(join(ROOT, 'packages', name));
// On this Node, because each has its own way to compress.
const pack = [npm(), 'pack', '--ignore-scripts', '--silent', '--pack-destination', FOLDER];
execFileSync(process.execPath, [...pack, ...PACKAGES.flatMap((name) => ['-w', `packages/${name}`])], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
writeFileSync(join(FOLDER, `asset-browsing-service-${version}-image.tar.gz`), gzipSync(imageContext(), { level: 9 }));
writeFileSync(join(FOLDER, 'NOTES.md'), notes());
const sums = readdirSync(FOLDER)
  .toSorted()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(FOLDER, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));
console.log(`${stamped} is in release/:\n${sums.join('')}`.trimEnd());

/** Says in a sentence why no release can be made of this; undefined if one can. */
function whatIsWrong() {
  if (stamped === undefined) return 'this is no checkout of git, so that nothing tells the commit';
  if (git('status', '--porcelain').length > 0)
    return 'there are changes that no commit has; commit or stash them first';
  const others = PACKAGES.filter((name) => JSON.parse(read(`packages/${name}/package.json`)).version !== version);
  if (others.length > 0)
    return `package.json has the version ${version}, but ${others.join(', ')} of packages/ another`;
  const [newest] = changes();
  return newest.version === version ? undefined : `CHANGELOG.md begins with ${newest.version}, not with ${version}`;
}

/** The versions of the changelog, the newest first. */
function changes() {
  const [, ...parts] = read('CHANGELOG.md').split(/^## /m);
  return parts.map((part) => ({ version: part.split(/\s/, 1)[0], text: part.slice(part.indexOf('\n')).trim() }));
}

/** Gives files the modes that they have with the usual umask: npm packs them with those that they have here. */
function setModes(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of entries.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** An archive of what git has; git fills the commit into scripts/stamp.txt. */
function imageContext() {
  const without = NOT_IN_IMAGE.map((path) => `:(exclude,glob)${path}/**`);
  const prefix = `--prefix=asset-browsing-service-${version}/`;
  return git('-c', 'tar.umask=0022', 'archive', '--format=tar', prefix, 'HEAD', '--', '.', ...without);
}

function notes() {
  const packages = ['service', 'demo', 'components', 'client'];
  const [service, demo, components, client] = packages.map((name) => `./${fileOf(name)}`);
  return `# Asset Browsing Service ${stamped}

\`sha256sum -c SHA256SUMS\` checks the files. The service needs Node 26, the elements and the client Node 20.3 or a browser.

\`\`\`sh
npm install ${service}
npm install ${demo}
npm install ${components}
npm install ${client}
\`\`\`

Each can be installed alone, also with \`pnpm add\` and \`yarn add\`. The first is the command \`abs\`, the second the catalogue that
\`abs start\` shows without a folder; the third contains the client. An image:

\`\`\`sh
tar -xzf asset-browsing-service-${version}-image.tar.gz
podman build --format docker -t abs -f asset-browsing-service-${version}/deploy/Containerfile asset-browsing-service-${version}
\`\`\`

## What has changed

${changes()[0].text}
`;
}

function fileOf(name) {
  return `asset-browsing-service-${name === 'service' ? '' : `${name}-`}${version}.tgz`;
}

/** The npm that runs this script. */
function npm() {
  if (process.env.npm_execpath) return process.env.npm_execpath;
  throw new Error('run it with `npm run release`');
}

function git(...args) {
  return execFileSync('git', ['-C', ROOT, ...args], { maxBuffer: 2 ** 30 });
}

function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}
