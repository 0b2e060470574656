import { readFileSync } from 'node:fs';
import { sourceHash } from '../html.ts';

/**
 * Files of the script in the order in which they are joined. They share one scope, so the page needs neither a bundler
 * nor further requests, and one hash allows all of them.
 */
const SCRIPT = [
  ...['texts', 'elements', 'requests', 'state', 'about', 'tree', 'tree-moves', 'finder', 'grid', 'details', 'facts'],
  'page',
];

/** The start page with the source expressions of its own script and style for a Content-Security-Policy. */
export interface BrowserPage {
  readonly html: string;
  readonly scriptHash: string;
  readonly styleHash: string;
}

/** Reads the files of the start page and puts the script and the style into the markup. */
export function readBrowserPage(): BrowserPage {
  const script = `\n${SCRIPT.map((name) => shipped(`script/${name}.js`)).join('\n')}`;
  const style = `\n${shipped('../base.css')}${shipped('page.css')}`;
  const html = shipped('page.html')
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`);
  return { html, scriptHash: sourceHash(script), styleHash: sourceHash(style) };
}

function shipped(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
