/** Catalogues and changes for comparing implementations of the search: small, so that all cases combine. */

import type { Random } from '../../../columnar/test/random.ts';
import { FEATURE_BYTES, NO_FEATURES, writeFeatures } from '../../../core/src/domain/features.ts';
import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import type { AssetRecord, CatalogueNode, FieldValue, InfoField } from '../../../core/src/domain/model.ts';
import type { CatalogueWriter, Changes } from '../../src/catalogue/catalogue.ts';
import { fieldOf } from '../support/records.ts';
import { keptText, shaOf } from '../support/texts.ts';
import { assetOf } from './contract-samples.ts';

export const FOLDER = 101;
export const KEYWORD = 103;
export const WORDS = [
  ...['sea', 'Séa', 'harbour', 'boat', 'boats', 'old', 'IMG_2043', '2043', 'Straße', 'of', 'the', 'a', 'ab', 'a❤️b'],
  ...['lighthouse', '👍🏽', '東京Tower', '京กิน🇩🇪', 'har\u00ADbour'],
];
export const HOUR = 3_600_000;
/** Assets begin and end to be valid around this instant. */
export const CLOCK = Date.UTC(2026, 2, 1, 20);
const LICENCES = [
  ...['CC-BY-4.0', 'http://creativecommons.org/licenses/by/4.0/deed.de', 'cc-by-sa-4.0-de'],
  ...['https://a.example/terms', 'Ask'],
];
/** Root of the keywords. */
const THEMES = 16;
const EXTENSIONS = ['jpg', 'pdf', 'sea', ''];
export const FIELDS = { title: 1, notes: 2, amount: 3, taken: 4, done: 5, colour: 6, places: 7, themes: 8 } as const;

const field = (id: number, type: InfoField['type'], more: Partial<InfoField> = {}) =>
  fieldOf(id, type, { onNodes: false, ...more });

/** The state that random changes need: the catalogue's nodes have the IDs from 1 to this. */
export interface World {
  lastNode: number;
}

/** Nodes that always exist: roots and the nodes that reference fields refer to. */
const FIRST_NODES = 30;

/** Writes a catalogue of that many assets; IDs have gaps. */
export async function fill(writer: CatalogueWriter, random: Random, assets: number): Promise<World> {
  const world: World = { lastNode: FIRST_NODES };
  await writer.change(async (changes) => {
    await changes.putLanguages(['en', 'de', 'sv'], 'en');
    await changes.put('node_type', { id: FOLDER, key: 'folder', name: 'Folder', isPermissionDefining: true });
    await changes.put('node_type', { id: KEYWORD, key: 'keyword', name: 'Keyword', isPermissionDefining: false });
    for (const id of [1, 2, 3]) await changes.put('group', { id, name: `group ${id}` });
    for (const id of [1, 2])
      await changes.put('user', { id, name: ['zoe', 'adam'][id - 1] ?? '', groups: [], isService: false });
    for (const id of [1, 2, 3])
      await changes.put('asset_type', { id, key: `type${id}`, name: { en: 'cba'[id - 1] ?? '', de: `T${id}` } });
    const items = [1, 2, 3, 4].map((id) => ({ id, name: { en: random.pick(WORDS), de: random.pick(WORDS) } }));
    for (let id = 1; id <= FIRST_NODES; id++) await putNode(changes, random, id);
    await changes.put('info_field', field(FIELDS.title, 'text', { isLocalized: true }));
    await changes.put('info_field', field(FIELDS.notes, 'text'));
    await changes.put('info_field', field(FIELDS.amount, 'number'));
    await changes.put('info_field', field(FIELDS.taken, 'date'));
    await changes.put('info_field', field(FIELDS.done, 'checkbox'));
    await changes.put('info_field', field(FIELDS.colour, 'dropdown', { items }));
    await changes.put('info_field', field(FIELDS.places, 'node_reference', { rootNode: 1, showRoot: true }));
    await changes.put('info_field', field(FIELDS.themes, 'node_reference', { rootNode: THEMES }));
    for (let i = 0; i < assets; i++) await changes.put('asset', asset(random, 1 + i * 3, world));
    await changes.putTexts([...FILES].map((file) => drawText(random, file)));
    for (let i = 0; i < assets; i++) await rate(changes, random, 1 + i * 3);
  });
  return world;
}

/** Files with texts, which assets share. A hash of zeros would stand for no file. */
const FILES = '123456789abcdef';

function drawText(random: Random, file: string) {
  const pages = Array.from({ length: random.between(0, 3) }, () => text(random, random.pick([3, 40])));
  return keptText(file, pages, random.chance(0.5));
}

/** Of the first nodes one half are folders and the other keywords, and of later ones every second. */
const typeOf = (id: number): number => ((id <= FIRST_NODES ? id <= FIRST_NODES / 2 : id % 2 === 0) ? FOLDER : KEYWORD);

/** A node of the type up to the last ID. */
function drawNode(random: Random, type: number, last: number): number {
  for (;;) {
    const id = random.between(1, last);
    if (typeOf(id) === type) return id;
  }
}

/** A parent has a smaller ID; the first of a type is its root. */
async function putNode(changes: Changes, random: Random, id: number): Promise<void> {
  const type = typeOf(id);
  const isRoot = id === 1 || id === FIRST_NODES / 2 + 1;
  const node: CatalogueNode = {
    id,
    type,
    ...(isRoot ? {} : { parent: drawNode(random, type, id - 1) }),
    name: random.chance(0.3) ? { en: text(random, 2), de: text(random, 2) } : text(random, 2),
    position: 0,
    fields: new Map(),
    ...(random.chance(0.2)
      ? {
          access: [1, 2, 3]
            .filter(() => random.chance(0.5))
            .map((group) => ({ group, view: random.chance(0.8), download: '*' as const, anyTime: random.chance(0.3) })),
        }
      : {}),
  };
  await changes.put('node', node);
}

function text(random: Random, words: number): string {
  return Array.from({ length: random.between(1, words) }, () => random.pick(WORDS)).join(
    random.pick([' ', '_', '-', '.']),
  );
}

function asset(random: Random, id: number, { lastNode }: World): AssetRecord {
  const fields = new Map<number, FieldValue>();
  const maybe = (at: number, value: () => FieldValue) => {
    if (random.chance(0.6)) fields.set(at, value());
  };
  const nodes = (type: number) => [
    ...new Set(Array.from({ length: random.between(0, 3) }, () => drawNode(random, type, lastNode))),
  ];
  maybe(FIELDS.title, () => ({ en: text(random, 3), de: text(random, 3) }));
  maybe(FIELDS.notes, () => text(random, 6));
  maybe(FIELDS.amount, () => random.pick([-2.5, 0, 1, 1.25, 7, 1000]));
  maybe(FIELDS.taken, () =>
    random.pick(['2024-03-01', '2024-03-01T10:30:00.000Z', '2024-03-02', '2023-12-31T23:59:59.000Z']),
  );
  maybe(FIELDS.done, () => random.chance(0.5));
  maybe(FIELDS.colour, () => random.between(1, 4));
  maybe(FIELDS.places, () => nodes(FOLDER));
  maybe(FIELDS.themes, () => nodes(KEYWORD).filter((node) => node !== THEMES));
  const day = () => Date.UTC(2024, random.between(0, 11), random.between(1, 28));
  const time = () =>
    random.chance(0.2) ? random.pick(['2026-03-01', '2026-03-02']) : CLOCK + random.between(0, 24) * (HOUR / 2);
  const [validFrom, validUntil] = [random.chance(0.3) ? time() : undefined, random.chance(0.5) ? time() : undefined];
  const asset = assetOf(id, {
    type: random.chance(0.7) ? random.between(1, 3) : undefined,
    nodes: [...nodes(FOLDER), ...nodes(KEYWORD)],
    fields,
    uploaded: day(),
    modified: day(),
    uploadedBy: random.chance(0.7) ? random.between(1, 2) : undefined,
    name: `${text(random, 2)}${random.pick(['1', '01', '2', '10', ''])}.jpg`,
    extension: random.pick(EXTENSIONS),
  });
  const properties = {
    ...asset.active.properties,
    category: random.between(0, 6) as FileCategory,
    width: random.pick([0, 10, 20, 98, 99, 100]),
    height: random.pick([0, 10, 20, 100]),
    durationSeconds: random.pick([0, 0, 0.02, 1.1, 59.94, 59.96, 60, 300.04, 300.06, 4000]),
    ...looks(random),
  };
  const original = random.chance(0.5) ? text(random, 2) : '';
  const size = random.pick([0, 1, 500, 500, 70_000]);
  const file = random.chance(0.8) && { file: { sha256: shaOf(random.pick([...FILES])), size, crc32: 0 } };
  const rights = {
    ...(random.chance(0.5) && { licence: random.pick(LICENCES) }),
    ...(random.chance(0.5) && { sourceType: random.pick(['trainedAlgorithmicMedia', 'digitalCapture']) }),
  };
  const period = {
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
  };
  const active = { ...asset.active, date: day(), original, size, properties, ...file };
  return { ...asset, ...period, rights, active };
}

/** Features near some of a few, none, or such as nobody has looked for. */
function looks(random: Random): { readonly features?: string } {
  if (random.chance(0.2)) return random.chance(0.5) ? { features: NO_FEATURES } : {};
  const kind = random.between(1, 40);
  const most = random.pick([0, 3, 12]);
  const noisy = (at: number) => ((kind * (at + 3) * 37) % 61) - 30 + random.between(-most, most);
  return { features: writeFeatures(Int8Array.from({ length: FEATURE_BYTES }, (_, at) => noisy(at))) };
}

/** Mostly one review, of a user with or without a token. */
async function rate(changes: Changes, random: Random, asset: number): Promise<void> {
  const isThere = (await changes.record(asset)) !== undefined;
  for (let more = isThere ? random.between(0, 2) : 0; more > 0; more--) {
    const rating = random.chance(0.8) ? { rating: random.pick([1, 2.5, 4, 5]) } : {};
    const date = Date.UTC(2024, 0, random.between(1, 5));
    const own = { asset, user: random.between(1, 2), date, isAnonymous: random.chance(0.3) };
    await changes.putReview({ ...own, comment: '', ...rating });
  }
}

/** One transaction of a few changes of every kind, to assets and nodes. */
export async function change(writer: CatalogueWriter, random: Random, assets: number, world: World): Promise<void> {
  await writer.change(async (changes) => {
    if (random.chance(0.15)) {
      // Occasionally so many that numbers of nodes need another byte.
      for (let more = random.pick([1, 3, 100]); more > 0; more--) await putNode(changes, random, ++world.lastNode);
    } else if (random.chance(0.1) && world.lastNode > FIRST_NODES) await changes.remove('node', world.lastNode--);
    if (random.chance(0.3)) await changes.putTexts([drawText(random, random.pick([...FILES]))]);
    for (let i = random.between(1, 4); i > 0; i--) {
      const id = random.between(1, assets * 3 + 20);
      const kind = random.between(0, 19);
      if (kind < 10) await changes.put('asset', asset(random, id, world));
      else if (kind < 12) await rate(changes, random, id);
      else if (kind < 16) await changes.remove('asset', id);
      else if (kind < 19) await putNode(changes, random, random.between(1, world.lastNode));
      else {
        const items = [1, 2, 3, 4].map((item) => ({
          id: item,
          name: { en: random.pick(WORDS), de: random.pick(WORDS) },
        }));
        await changes.put('info_field', field(FIELDS.colour, 'dropdown', { items }));
      }
    }
  });
}
