/** The plug-in of examples/wordpress with the WordPress of Debian: its blocks in PHP, and its editor in a browser. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { buildElements } from '../../../components/test/support/build-elements.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { startApp } from '../support/app.ts';
import { chromium } from '../support/chromium.ts';
import { openPage } from '../support/open-page.ts';
import { serveFiles } from '../support/static-files.ts';
import { PROJECT } from './packed.ts';

const EXAMPLE = join(PROJECT, 'examples/wordpress');
const EDITOR = ['blocks', 'element', 'block-editor', 'components'];

/** WordPress as Debian has it, in a folder; nothing is installed. Undefined if it can't be had. */
function unpack(): string | undefined {
  const folder = newFolder();
  if (spawnSync('apt-get', ['download', 'wordpress'], { cwd: folder }).status !== 0) return undefined;
  const [file = ''] = readdirSync(folder);
  execFileSync('dpkg', ['-x', file, 'x'], { cwd: folder });
  return join(folder, 'x/usr/share/wordpress');
}

const wordpress = spawnSync('php', ['--version']).status === 0 ? unpack() : undefined;

describe('the plug-in in WordPress', {
  skip: !wordpress && 'skipped: PHP or the Debian package is not to be had',
}, () => {
  test('posts are rendered by its blocks', () => {
    const options = ['-d', 'error_reporting=-1', join(EXAMPLE, 'test.php'), wordpress ?? ''];
    assert.match(String(execFileSync('php', options)), /: all as expected\n$/);
  });

  test('in its editor, a picture is chosen in the picker and kept in the post', { skip: !chromium }, async () => {
    await buildElements();
    await using stack = new AsyncDisposableStack();
    const root = newFolder();
    for (const kind of ['js', 'css'])
      cpSync(join(wordpress ?? '', `wp-includes/${kind}/dist`), join(root, kind), { recursive: true });
    cpSync(EXAMPLE, join(root, 'plug-in'), { recursive: true });
    let service = '';
    const files = stack.use(
      await serveFiles(root, (path) => (path === '/editor.html' ? editorPage(service) : undefined)),
    );
    const app = stack.use(await startApp({ ABS_PICKER_ORIGINS: new URL(files.url).origin }));
    service = `${app.url}/`;
    const { page } = stack.use(await openPage());
    await page.goto(`${files.url}editor.html`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    const popup = await opened;
    await popup.getByRole('option', { name: /dawn/ }).first().click();
    await popup.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.locator('.block-editor-block-list__block img').waitFor();
    await page.getByLabel('Alternative text').fill('A lake at dawn');
    const post = await page.evaluate('window.post()');
    const [, attributes = '{}'] = /^<!-- wp:abs\/media (.*) \/-->$/.exec(String(post)) ?? [];
    const { asset, alt } = JSON.parse(attributes);
    assert.deepEqual([asset.id, asset.name, alt], [1000, 'dawn <b>.jpg', 'A lake at dawn']);
    assert.ok(asset.picture.src.startsWith(`${service}asset.do?picture=1000&`), asset.picture.src);
  });
});

/** A page with the block editor of WordPress, and one block of the plug-in in it. */
function editorPage(service: string): string {
  const scripts = scriptsFor(EDITOR).map((name) => `<script src="/js/${name}.js"></script>${AFTER[name] ?? ''}`);
  const type = readFileSync(join(EXAMPLE, 'block.json'), 'utf8');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Editor</title>
<link rel="stylesheet" href="/css/components/style.css"><link rel="stylesheet" href="/css/block-editor/style.css">
<div id="editor"></div>
${scripts.join('\n')}
<script>
  window.absMedia = ${JSON.stringify({ service })};
  wp.blocks.unstable__bootstrapServerSideBlockDefinitions({ 'abs/media': ${type} });
</script>
<script src="/plug-in/editor.js"></script>
<script>
  const { SlotFillProvider } = wp.components;
  const { ShortcutProvider } = wp.keyboardShortcuts;
  const { createElement: h, useRef, useState, render } = wp.element;
  const { BlockEditorProvider, BlockTools, WritingFlow, BlockList } = wp.blockEditor;
  function Editor() {
    const [value, setValue] = useState([wp.blocks.createBlock('abs/media')]);
    window.post = () => wp.blocks.serialize(value);
    const content = useRef();
    const list = h(BlockTools, { __unstableContentRef: content }, h(WritingFlow, { ref: content }, h(BlockList)));
    const editor = h(BlockEditorProvider, { value, onInput: setValue, onChange: setValue }, list);
    return h(ShortcutProvider, null, h(SlotFillProvider, null, editor));
  }
  render(h(Editor), document.getElementById('editor'));
</script>`;
}

/** The scripts of WordPress that these packages need, in the order in which they must run. */
function scriptsFor(packages: readonly string[]): readonly string[] {
  const list = join(wordpress ?? '', 'wp-includes/assets/script-loader-packages.php');
  const told = execFileSync('php', ['-r', `echo json_encode(include '${list}');`], { encoding: 'utf8' });
  const needs = JSON.parse(told) as Readonly<Record<string, { readonly dependencies: readonly string[] }>>;
  const ordered = new Set<string>();
  const add = (handle: string) => {
    const own = handle.replace(/^wp-/, '');
    const script = needs[`${own}.js`];
    for (const each of script?.dependencies ?? VENDOR[handle] ?? []) add(each);
    ordered.add(script ? own : `vendor/${handle}`);
  };
  for (const each of packages) add(`wp-${each}`);
  return [...ordered];
}

/** What WordPress itself writes behind a script. */
const AFTER: Readonly<Record<string, string>> = { 'vendor/lodash': '<script>window.lodash = _.noConflict();</script>' };

/** What the libraries need that are not of WordPress. */
const VENDOR: Readonly<Record<string, readonly string[]>> = {
  'react-dom': ['react'],
  'wp-polyfill': ['regenerator-runtime'],
};
