import { FOLDER_CAPTURED, FOLDER_TITLE } from '../../../core/src/domain/folder-fields.ts';
import type { FieldType } from '../../../core/src/domain/model.ts';
import type { Context } from './operation.ts';

/** What the fields of an endpoint are taken from. */
type Fields = Pick<Context, 'settings' | 'model'>;

/** The field that is shown in place of file names: the configured one, or the title of folder imports. */
export function nameFieldOf(fields: Fields): number | undefined {
  return usual(fields, fields.settings.asset.nameField, FOLDER_TITLE, 'text');
}

/** The field with the dates at which photos were taken: the configured one, or that of folder imports. */
export function dateFieldOf(fields: Fields): number | undefined {
  return usual(fields, fields.settings.asset.dateField, FOLDER_CAPTURED, 'date');
}

function usual({ model }: Fields, configured: number | null, ofFolders: number, type: FieldType): number | undefined {
  const field = model.infoFields.get(configured ?? ofFolders);
  // The catalogue may have got another field with that ID from a bundle.
  return field?.onAssets && (configured !== null || field.type === type) ? field.id : undefined;
}
