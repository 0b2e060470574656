import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type {} from '../../src/abs-catalogue.ts';
import type { AbsViewer } from '../../src/abs-viewer.ts';
import type { Host, HostPageOptions } from './host.ts';

/** The film that the viewer shows. */
export const film = (page: Page): Locator => page.locator('abs-viewer video');

/** How a viewer is opened. */
export interface Viewing extends HostPageOptions {
  /** Attributes that the viewer gets with its query. Default: `opened`. */
  readonly attributes?: string;
  /** Attributes of the catalogue. */
  readonly catalogue?: string;
  /** Content of the viewer. */
  readonly inside?: string;
  /** What the query searches for. */
  readonly text?: string;
  /** Properties that the viewer gets with its query. */
  readonly properties?: Partial<AbsViewer>;
}

/** Opens a page with a button, and a viewer that shows these assets, sorted by their IDs. */
export async function openViewer(host: Host, ids: readonly number[], options: Viewing = {}): Promise<Page> {
  const { attributes = 'opened', catalogue = '', inside = '', properties = {}, text, ...others } = options;
  const page = await host.open(
    `<main><button>Before</button><abs-catalogue src="$SERVICE" locale="en" ${catalogue}>
      <abs-viewer>${inside}</abs-viewer></abs-catalogue></main>`,
    { viewport: { width: 1000, height: 800 }, ...others },
  );
  page.on('pageerror', (error) => assert.fail(error));
  page.on('console', (message) => {
    // The policy of the page refuses nothing that the viewer needs.
    if (message.text().includes('Content Security Policy')) assert.fail(message.text());
  });
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.locator('abs-viewer').evaluate(
    (viewer: AbsViewer, [query, given, more]) => {
      Object.assign(viewer, more, { query });
      for (const name of given.split(' ')) viewer.setAttribute(name, '');
      viewer.parentElement?.style.setProperty('height', '90vh');
    },
    [{ ids, sorting: { by: 'id', direction: 'asc' }, ...(text && { text }) }, attributes, properties] as const,
  );
  return page;
}

/** Waits until the viewer says this of its position and asset. */
export function positioned(page: Page, text: string): Promise<void> {
  return page.getByRole('status').getByText(text).waitFor();
}

/** The box of the picture once it has come to rest, and can be moved. */
export async function boxOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  return await page.locator('abs-viewer .openseadragon-canvas .picture').evaluate(async (picture) => {
    for (let [last, frames] = ['', 0]; ; frames += 1) {
      const { x, y, width, height } = picture.getBoundingClientRect();
      const now = JSON.stringify({ x, y, width, height });
      if (now !== last) frames = 0;
      else if (frames > 3) return { x, y, width, height };
      last = now;
      await new Promise(requestAnimationFrame);
    }
  });
}

/** The picture that the viewer shows. */
export const shownPicture = (page: Page): Locator => page.locator('abs-viewer .picture');

/** Turns on the captions of the film, once it has some. */
export async function turnOnCaptions(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [track] = document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video')?.textTracks ?? [];
    if (track) track.mode = 'showing';
    return track !== undefined;
  });
}

/** Text of the first caption of the film. */
export async function captionOf(page: Page): Promise<string | undefined> {
  return await film(page).evaluate(
    (video: HTMLVideoElement) => (video.textTracks[0]?.cues?.[0] as VTTCue | undefined)?.text,
  );
}
