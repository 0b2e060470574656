import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type {} from '../../src/abs-catalogue.ts';
import type { AbsViewer } from '../../src/abs-viewer.ts';
import type { Host, HostPageOptions } from './host.ts';

/** How a viewer is opened. */
export interface Viewing extends HostPageOptions {
  /** Attributes that the viewer gets with its query. Default: `opened`. */
  readonly attributes?: string;
  /** Attributes of the catalogue. */
  readonly catalogue?: string;
  /** Content of the viewer. */
  readonly inside?: string;
  /** Properties that the viewer gets with its query. */
  readonly properties?: Partial<AbsViewer>;
}

/** Opens a page with a button, and a viewer that shows these assets, sorted by their IDs. */
export async function openViewer(host: Host, ids: readonly number[], options: Viewing = {}): Promise<Page> {
  const { attributes = 'opened', catalogue = '', inside = '', properties = {}, ...others } = options;
  const page = await host.open(
    `<main><button>Before</button><abs-catalogue src="$SERVICE" locale="en" ${catalogue}>
      <abs-viewer>${inside}</abs-viewer></abs-catalogue></main>`,
    { viewport: { width: 1000, height: 800 }, ...others },
  );
  page.on('pageerror', (error) => assert.fail(error));
  await page.evaluate(() =>
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      document.body.dataset['refused'] = `${violatedDirective} ${blockedURI}`;
    }),
  );
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.locator('abs-viewer').evaluate(
    (viewer: AbsViewer, [query, given, more]) => {
      Object.assign(viewer, more, { query });
      for (const name of given.split(' ')) viewer.setAttribute(name, '');
      viewer.parentElement?.style.setProperty('height', '90vh');
    },
    [{ ids, sorting: { by: 'id', direction: 'asc' } }, attributes, properties] as const,
  );
  return page;
}

/** Closes a page that has refused nothing. */
export async function endOf(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => document.body.dataset['refused']), undefined);
  await page.context().close();
}

/** Waits until the viewer says this of its position and asset. */
export function positioned(page: Page, text: string): Promise<void> {
  return page.getByRole('status').getByText(text).waitFor();
}

/** The picture that the viewer shows. */
export function shownPicture(page: Page): Locator {
  return page.locator('abs-viewer .picture');
}
