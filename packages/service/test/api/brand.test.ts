import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Branding, openBrand } from '../../src/api/pages/brand.ts';
import { sourceHash } from '../../src/api/pages/html.ts';
import { type PageOptions, plainPage, playerPage, type Recording } from '../../src/api/pages/player/player-page.ts';

const NOTHING: Branding = { name: null, logo: null, logoDark: null, colours: new Map(), texts: null };

describe('the brand of pages that the service writes', () => {
  test('the name is the same in every language, or else that of the texts in the language of the page', () => {
    const texts = { de: { 'page.name': 'Bilder' }, fr: { 'page.name': { other: 'x' } } };
    const nameOf = (language: string, name: string | null) =>
      openBrand({ ...NOTHING, name, texts }).at(0, language).name;
    assert.equal(nameOf('de', 'Lake house'), 'Lake house');
    const names = ['de', 'de-CH', 'en', 'fr'].map((language) => nameOf(language, null));
    assert.deepEqual(names, ['Bilder', 'Bilder', undefined, undefined]);
  });
});

describe('the page of the player with a brand', () => {
  const recording: Recording = {
    kind: 'video',
    title: 'lake.mp4',
    stream: 's',
    poster: 'p',
    chapters: 'c',
    seconds: 3,
  };
  const options = (branding: Partial<Branding>): PageOptions => ({
    language: 'en',
    brand: openBrand({ ...NOTHING, ...branding }).at(1, 'en'),
    autoplay: false,
    discovery: '',
    root: '../',
    label: (name) => name,
  });
  const pages = (branding: Partial<Branding>) => [
    playerPage(recording, options(branding)),
    plainPage(recording, { ...options(branding), isReady: true }),
  ];

  test('its policy allows exactly its style, which ends with the colours', () => {
    for (const { html, policy } of pages({ colours: new Map([['accent', '#a00']]) })) {
      const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
      assert.ok(style.endsWith(':root { --abs-accent: #a00; }'));
      assert.ok(policy.includes(`style-src ${sourceHash(style)};`));
    }
  });

  test('the logo says the name; without a logo the name is text', () => {
    for (const { html } of pages({ name: 'Lake <b>', logo: 'logo.svg' })) {
      assert.ok(html.includes('<p class="brand"><picture><img src="../logo" alt="Lake &#60;b&#62;"></picture></p>'));
      assert.ok(html.includes('<link rel="icon" href="../logo">'));
      assert.ok(html.includes('<title>lake.mp4 – Lake &#60;b&#62;</title>'));
    }
    for (const { html } of pages({ logo: 'logo.svg', logoDark: 'dark.svg' })) {
      const dark = '<source media="(prefers-color-scheme: dark)" srcset="../logo-dark">';
      assert.ok(html.includes(`<p class="brand"><picture>${dark}<img src="../logo" alt=""></picture></p>`));
    }
    for (const { html } of pages({ name: 'Lake' })) assert.ok(html.includes('<p class="brand">Lake</p>'));
    for (const { html } of pages({})) assert.doesNotMatch(html, /class="brand"/);
  });
});
