import type { FileProperties } from '../../../../core/src/domain/file-properties.ts';
import type { StoredFile } from '../../../../core/src/domain/model.ts';
import { textFormatOf } from '../../../../media/src/texts/text-types.ts';
import type { Changes } from '../../catalogue/catalogue.ts';

/** Notes that the text of a file that an import writes is to be read, and if it has none, that it may be recognised. */
export async function wantText(
  changes: Changes,
  { stored, properties }: { readonly stored?: StoredFile | undefined; readonly properties: FileProperties },
): Promise<void> {
  if (stored === undefined) return;
  if (textFormatOf(properties.mediaType)) await changes.wantText(stored.sha256);
}
