/**
 * Takes the pictures of docs/guides/using-the-page.md and its translations of a running service with the demo:
 * `ABS_PIN_PARENT_NODE=10 npm start`, then `npm run node -- scripts/help-pictures.ts http://localhost:8080`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DE } from '../packages/components/src/texts/de.ts';
import { EN } from '../packages/components/src/texts/en.ts';
import { EN_LATER } from '../packages/components/src/texts/en-later.ts';
import { findProgram } from '../packages/core/src/platform/find-program.ts';
import { headlessChromium } from '../packages/service/test/support/chromium.ts';

const TEXTS = { en: { ...EN, ...EN_LATER }, de: DE };
const FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url));

type Label = (key: keyof typeof EN | keyof typeof EN_LATER) => string;

/** What a picture shows: leads the page, which shows the list, to it. */
const PICTURES: Readonly<Record<string, (page: Page, label: Label) => Promise<unknown>>> = {
  find: async (page, label) => {
    await page.getByRole('button', { name: label('browse.filters') }).click();
    await page.getByRole('checkbox').nth(3).waitFor();
  },
  viewer: async (page) => {
    await page.locator('abs-grid [role=option]').nth(4).click();
    await page.getByRole('dialog').waitFor();
    await page.locator('abs-viewer .picture img').first().waitFor();
    if (!(await page.locator('abs-details').isVisible())) await page.keyboard.press('i');
    await page.locator('abs-details section').first().waitFor();
  },
  download: async (page, label) => {
    await selectThree(page);
    await page
      .getByRole('button', { name: label('download.title') })
      .last()
      .click();
    await page.getByRole('radio').first().waitFor();
  },
  share: async (page, label) => {
    await selectThree(page);
    await page
      .getByRole('button', { name: label('share.label'), exact: true })
      .last()
      .click();
    await page.getByRole('button', { name: label('share.create') }).click();
    await page.getByRole('img', { name: label('share.qr') }).waitFor();
  },
};

async function selectThree(page: Page): Promise<void> {
  for (const position of [0, 2, 3]) await page.locator(`abs-grid #tile-${position}`).click({ modifiers: ['Control'] });
}

const [address = 'http://localhost:8080'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: findProgram(headlessChromium ?? '') ?? '',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const [language, texts] of Object.entries(TEXTS)) {
  const label: Label = (key) => String(texts[key as keyof typeof texts]);
  for (const [name, show] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 750 }, locale: language });
    await page.goto(`${address}/#sort=uploaddate-desc&locale=${language}`);
    await page.locator('abs-grid [role=option] img').nth(5).waitFor();
    await show(page, label);
    await page.waitForLoadState('networkidle');
    for (const each of await page.locator('img:visible').all())
      await each.evaluate((img) => (img as HTMLImageElement).decode().catch(() => {}));
    const picture = sharp(await page.screenshot()).resize(960);
    await picture.webp({ quality: 70, effort: 6 }).toFile(join(FOLDER, `${name}.${language}.webp`));
    await page.close();
  }
}
await browser.close();
