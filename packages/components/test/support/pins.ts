import { connect } from '../../../client/src/index.ts';
import type { Host } from './host.ts';
import type { ServiceOptions } from './services.ts';

/** A service that keeps PINs. Tests only add to them, so they may share it. */
export const PINS: ServiceOptions = {
  settings: { ABS_PIN_PARENT_NODE: 20, ABS_SUPPORT_EMAIL: 'media@example.org' },
  sharedBy: 'PINs',
};

/** Makes a PIN of these assets, and returns the link to its page. */
export async function linkToPin(
  { app }: Host,
  create: readonly number[],
  more: { readonly title?: string; readonly formats?: readonly number[] } = {},
): Promise<string> {
  const { link } = await connect(app.url).pin.create({ create, ...more });
  return link;
}
