import type { Asset, SystemInformation } from '@asset-browsing-service/client';
import { isVisible } from '../catalogue/visible-name.ts';

/** What requests say of the fields of their assets. */
export interface ShownFields {
  readonly extended: true;
  readonly alt_name?: number;
  readonly infofields?: readonly number[];
}

/** Asks for all that elements show of an asset: also the configured name and alternative text, and the fields with these IDs. */
export function shownFields(about: SystemInformation, fields: readonly number[] = []): ShownFields {
  const infofields = [...new Set([about.assetAltField ?? [], fields].flat())];
  return { extended: true, ...shownName(about), ...(infofields.length > 0 && { infofields }) };
}

/** Asks for the configured name alone. */
export function shownName({ assetNameField }: SystemInformation): Pick<ShownFields, 'alt_name'> {
  return assetNameField === undefined ? {} : { alt_name: assetNameField };
}

/** The alternative text of the picture of an asset; undefined if no field is configured, or it is empty. */
export function altTextOf({ assetAltField }: SystemInformation, { infofields }: Asset): string | undefined {
  const text = infofields?.[String(assetAltField)];
  return isVisible(text) ? text : undefined;
}
