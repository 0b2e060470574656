/** Words that a search found in a document: marked on its pages, and found one after the other. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { pdfOfTexts } from '../../media/test/texts/pdf-of-texts.ts';
import { openStorage } from '../../service/src/app/storage.ts';
import { importSample } from '../../service/test/support/sample.ts';
import { keptText } from '../../service/test/support/texts.ts';
import { addToSample } from './support/add-to-sample.ts';
import { seriousViolations } from './support/axe.ts';
import { openViewer, positioned } from './support/open-viewer.ts';
import { test } from './support/test.ts';

const DOCUMENT = 2100;
const PAGES = [
  ['The lighthouse of Heligoland', 'and its old lighthouse keeper'],
  ['An empty page'],
  ['A last lighthouse, and the sea'],
];

async function withDocument(data: string): Promise<void> {
  const bundle = newFolder();
  const pdf = Buffer.from(pdfOfTexts(PAGES));
  await addToSample(bundle, { [DOCUMENT]: pdf });
  await importSample(data, bundle);
  await using storage = await openStorage({ data });
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const pages = PAGES.map((lines) => lines.join('\n'));
  await storage.writer.change((changes) => changes.putTexts([{ ...keptText('0', pages, true), sha256 }]));
}

test.use({ service: { catalogue: withDocument } });

const marks = (page: Page) => page.locator('abs-viewer .mark');
const current = (page: Page) => page.locator('abs-viewer .mark.current');
const shownPage = (page: Page) => page.getByRole('spinbutton', { name: 'Page' });

test('what the list was searched for is marked on the page, where it is drawn', async ({ host }) => {
  const page = await openViewer(host, [DOCUMENT], { text: 'lighthouse' });
  await positioned(page, '2100.bin');
  await expect(marks(page)).toHaveCount(2);
  const picture = await page.locator('abs-viewer .picture').boundingBox();
  const box = await marks(page).first().boundingBox();
  assert.ok(picture && box);
  // "lighthouse" begins 18 points after a margin of 40, on a page of 595 by 842 points, at 42 from the top.
  expect(Math.abs((box.x - picture.x) / picture.width - 58 / 595)).toBeLessThan(0.01);
  const [top, bottom] = [box.y, box.y + box.height].map((y) => ((y - picture.y) / picture.height) * 842);
  expect(top).toBeLessThan(42);
  expect(bottom).toBeGreaterThanOrEqual(42);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(async () => (await marks(page).first().boundingBox())?.width ?? 0).toBeGreaterThan(1.5 * box.width);
});

test('the key / opens a search that leads from hit to hit and page to page, and Escape ends it', async ({ host }) => {
  const page = await openViewer(host, [DOCUMENT]);
  await positioned(page, '2100.bin');
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search in this document' });
  await expect(field).toBeFocused();
  await field.pressSequentially('lighth');
  const status = page.locator('abs-viewer .find-count');
  await expect(status).toHaveText('3 hits');
  const list = page.getByRole('list', { name: '3 hits' });
  await expect(list.getByRole('listitem')).toHaveText([/Page 1.*house/, /Page 1.*house/, /Page 3.*house/]);
  await expect(marks(page)).toHaveCount(2);
  assert.deepEqual(await seriousViolations(page), []);
  for (const [press, position, shown] of [
    ['Enter', '1 of 3', '1'],
    ['Enter', '2 of 3', '1'],
    ['Enter', '3 of 3', '3'],
    ['Enter', '1 of 3', '1'],
    ['Shift+Enter', '3 of 3', '3'],
  ] as const) {
    await field.press(press);
    await expect(status).toHaveText(position);
    await expect(shownPage(page)).toHaveValue(shown);
    await expect(current(page)).toHaveCount(1);
  }
  await list.getByRole('button').nth(1).click();
  await expect(status).toHaveText('2 of 3');
  await expect(shownPage(page)).toHaveValue('1');
  await field.fill('nowhere');
  await expect(status).toHaveText('0 hits');
  await expect(marks(page)).toHaveCount(0);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await page.getByRole('dialog', { name: '2100.bin' }).waitFor();
});
