import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { AssetRecord, CatalogueNode, StoredFile } from '../../../core/src/domain/model.ts';
import { openStorage } from '../../../service/src/app/storage.ts';
import type { Changes } from '../../../service/src/catalogue/catalogue.ts';
import { copySample } from '../../../service/test/support/sample.ts';

/** Makes changes to a copy of the sample in an empty data folder. */
export async function changeSample(data: string, work: (changes: Changes) => Promise<void>): Promise<void> {
  await copySample(data);
  await using storage = await openStorage({ data });
  await storage.writer.change(work);
}

export function nodeOf(id: number, name: string, parent?: number, type = 101): CatalogueNode {
  return { ...{ id, type, name, position: 0, fields: new Map() }, ...(parent === undefined ? {} : { parent }) };
}

export const keywordOf = (id: number, name: string, parent?: number): CatalogueNode => nodeOf(id, name, parent, 103);

interface More extends Partial<AssetRecord> {
  readonly date?: number;
  readonly file?: StoredFile | undefined;
  readonly properties?: Partial<FileProperties>;
}

/** A JPEG of 10 x 10 pixels whose file is elsewhere, unless `file` or `properties` say something else. */
export function assetOf(
  id: number,
  name: string,
  { date = Date.UTC(2020, 0, 1), file, properties, ...more }: More,
): AssetRecord {
  const kind = { category: 1, extension: 'jpg', mediaType: 'image/jpeg', width: 10, height: 10, pages: 0 } as const;
  const rest = { durationSeconds: 0, colorSpace: '', colorProfile: '', dpi: 72, bitDepth: 8 };
  return {
    ...{ id, nodes: [], uploaded: date, modified: date, fields: new Map() },
    ...{ olderVersions: [], relations: [], publicUrls: [], downloads: [] },
    active: {
      ...{ version: 1, name, date, original: name, ...(file && { file }) },
      properties: { ...kind, ...rest, ...properties },
    },
    ...more,
  };
}
