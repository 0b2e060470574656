/** Writes a random world into a catalogue. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { AssetRecord, StoredFile } from '../../../core/src/domain/model.ts';
import type { Originals } from '../../../core/src/originals/originals.ts';
import { wavFile } from '../../../demo/sounds/wav.ts';
import type { Changes } from '../../src/catalogue/catalogue.ts';
import { fieldOf } from '../support/records.ts';
import {
  type Asset,
  CHECKED,
  FILES,
  type FileKind,
  FORMATS,
  GROUPS,
  REFERENCES,
  RELATION_TYPES,
  TYPES,
  type World,
} from './world.ts';

/** The present of all requests, and when assets were uploaded. */
export const NOW = Date.parse('2026-03-20T12:00:00Z');
const DAY = '2026-03-14';

/** The stored file of each kind. */
export type Files = Readonly<Record<FileKind, StoredFile | undefined>>;

/** Stores the files of all assets; `directory` is for their bytes until then. */
export async function storeFiles(directory: string, originals: Originals): Promise<Files> {
  const { signal } = new AbortController();
  const store = async (name: string, bytes: Uint8Array) => {
    const path = join(directory, name);
    writeFileSync(path, bytes);
    const { sha256, size, crc32 } = await originals.put(path, { signal });
    return { sha256, size, crc32 };
  };
  const background = { r: 9, g: 99, b: 199 };
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const sound = wavFile(new Float32Array(80));
  return { picture: await store('picture', picture), sound: await store('sound', sound), record: undefined };
}

/** Makes a catalogue that holds the world `before`, or nothing, equal to another world. */
export async function putWorld(changes: Changes, world: World, before: World | undefined, files: Files): Promise<void> {
  await changes.putLanguages(['en'], 'en');
  for (const id of TYPES) {
    const [key, isPermissionDefining] = [id === 103 ? 'keyword' : `type${id}`, world.decidingTypes.includes(id)];
    await changes.put('node_type', { id, key, name: key, isPermissionDefining });
  }
  for (const id of [1, 2]) await changes.put('asset_type', { id, key: `type${id}`, name: `type ${id}` });
  for (const id of GROUPS) await changes.put('group', { id, name: `group ${id}` });
  for (const [id, groups] of world.groups)
    await changes.put('user', { id, name: `user ${id}`, groups, isService: false });
  for (const id of RELATION_TYPES)
    await changes.put('relation_type', { id, key: `relation${id}`, name: `relation ${id}`, isSymmetric: id === 2 });
  for (const { id, position, quick, category, converts } of FORMATS) {
    await changes.put('download_format', {
      id,
      name: `format ${id}`,
      description: '',
      icon: 'icons/original.svg',
      position,
      isQuick: quick,
      isDefault: id === 1,
      categories: category === undefined ? [] : [category],
      extensions: [],
      ...(converts ? { conversion: { to: 'jpg' } as const } : {}),
      isResizeable: false,
      isEditable: false,
    });
  }
  const { rootNode, showRoot } = world;
  const ofAssets = { onNodes: false };
  await changes.put('info_field', fieldOf(REFERENCES, 'node_reference', { ...ofAssets, rootNode, showRoot }));
  await changes.put('info_field', fieldOf(CHECKED, 'checkbox', ofAssets));
  for (const { access, ...node } of world.nodes)
    await changes.put('node', { ...node, position: 0, fields: new Map(), ...(access ? { access } : {}) });
  for (const asset of world.assets) await changes.put('asset', record(asset, files[asset.file]));
  const isIn = (these: readonly { readonly id: number }[], id: number) => these.some((each) => each.id === id);
  for (const { id } of before?.assets ?? []) if (!isIn(world.assets, id)) await changes.remove('asset', id);
  for (const { id } of before?.nodes ?? []) if (!isIn(world.nodes, id)) await changes.remove('node', id);
}

function record(asset: Asset, file: StoredFile | undefined): AssetRecord {
  const { id, name, nodes, references, checked, type } = asset;
  const { extension, category, mediaType } = FILES[asset.file];
  const sides = asset.file === 'picture' ? 8 : 0;
  const none = { pages: 0, durationSeconds: 0, colorSpace: '', colorProfile: '', dpi: 0, bitDepth: 0 };
  return {
    id,
    ...(type === undefined ? {} : { type }),
    nodes,
    fields: new Map<number, readonly number[] | boolean>([
      ...(references.length > 0 ? ([[REFERENCES, references]] as const) : []),
      ...(checked === undefined ? [] : ([[CHECKED, checked]] as const)),
    ]),
    uploaded: NOW,
    modified: NOW,
    active: {
      version: 1,
      name,
      date: NOW,
      original: file ? name : '',
      ...(file ? { file } : {}),
      size: file?.size ?? 0,
      properties: { category, extension, mediaType, width: sides, height: sides, ...none },
    },
    olderVersions: [],
    relations: asset.relations,
    publicUrls: [],
    downloads: [{ date: DAY, count: asset.downloads }],
  };
}
