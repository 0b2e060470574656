import { type Asset, isServiceError, type SystemInformation } from '@asset-browsing-service/client';
import { PICTURE_WIDTHS } from '../catalogue/given-pictures.ts';
import { isVisible } from '../catalogue/visible-name.ts';

/** What a service says of the fields that it shows. */
export type ShownSettings = Pick<SystemInformation, 'assetNameField' | 'assetAltField'>;

/** What requests say of the fields of their assets. */
export interface ShownFields {
  readonly extended: true;
  readonly alt_name?: number;
  readonly infofields?: readonly number[];
  readonly pictures?: string;
}

/** Services that give no pictures in the widths of the elements. */
const WITHOUT_PICTURES = new WeakSet<ShownSettings>();

/** Also the configured name and alternative text, and the fields with these IDs. */
function shownFields(about: ShownSettings, fields: readonly number[]): ShownFields {
  const infofields = [...new Set([about.assetAltField ?? [], fields].flat())];
  return { extended: true, ...shownName(about), ...(infofields.length > 0 && { infofields }) };
}

/** Asks for all that elements show of assets, and once more without pictures if the service refuses to give them. */
export async function askShown<T>(
  about: ShownSettings,
  fields: readonly number[],
  ask: (shown: ShownFields) => Promise<T>,
): Promise<T> {
  const shown = shownFields(about, fields);
  if (WITHOUT_PICTURES.has(about)) return await ask(shown);
  try {
    return await ask({ ...shown, pictures: PICTURE_WIDTHS.join() });
  } catch (error) {
    // Only presets are allowed, or pictures of a smaller size.
    const codes: readonly string[] = ['picture_not_allowed', 'parameter_invalid'];
    if (!isServiceError(error) || !codes.includes(error.code)) throw error;
    const result = await ask(shown);
    WITHOUT_PICTURES.add(about);
    return result;
  }
}

/** True if nothing more than a placeholder would be drawn for an asset of a list. */
export function lacksPicture(about: ShownSettings, { picture }: Pick<Asset, 'picture'>): boolean {
  return picture === undefined && !WITHOUT_PICTURES.has(about);
}

/** Asks for the configured name alone. */
export function shownName({ assetNameField }: ShownSettings): Pick<ShownFields, 'alt_name'> {
  return assetNameField === undefined ? {} : { alt_name: assetNameField };
}

/** The alternative text of the picture of an asset; undefined if no field is configured, or it is empty. */
export function altTextOf({ assetAltField }: ShownSettings, { infofields }: Asset): string | undefined {
  const text = infofields?.[String(assetAltField)];
  return isVisible(text) ? text : undefined;
}
