import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { CatalogueNode, User } from '../../../../core/src/domain/model.ts';
import { realFolder } from '../../../../core/src/platform/open-folder.ts';
import { BUILT_IN_NODE_TYPES } from '../built-in.ts';
import type { Bundle } from './bundle.ts';
import { DOCUMENT, readDocument } from './catalogue-file.ts';
import { checkReplacedFields } from './check-replaced-fields.ts';
import { FaultList, show, Warnings } from './faults.ts';
import { linesOfPaths } from './lines-of-paths.ts';
import { locateFiles } from './locate-files.ts';
import { missing, ObjectRegistry } from './object-registry.ts';
import * as objects from './objects.ts';
import { readAssets } from './read-assets.ts';
import {
  type DocumentKey,
  eachItem,
  readLanguages,
  readObjects,
  refuseDuplicateKeys,
  refuseUnknownKeys,
} from './read-document.ts';
import { readBundleNodes } from './read-nodes.ts';
import type { ReadOptions, ReadSession } from './read-session.ts';
import { type KeyedKind, Reading } from './reading.ts';
import { toInfoField, toNodeType, withKey } from './to-model.ts';

/**
 * Reads a whole bundle and checks everything except the contents of its files. Throws BundleRefused with all faults, or
 * the signal's reason. Memory holds the nodes and everything smaller, but never all assets.
 */
export async function readBundle(directory: string, options: ReadOptions): Promise<Bundle> {
  const faults = new FaultList();
  const root = await realFolder(directory);
  const document = await readDocument(root, { faults, signal: options.signal });
  if (document === undefined) throw faults.refusal(() => []);
  const warnings = new Warnings();
  const snapshot = await options.catalogue.snapshot();
  const registry = new ObjectRegistry(snapshot.model, warnings);
  const reading = new Reading(registry, faults, warnings);
  reading.file = DOCUMENT;
  const bundle = await readAll({ ...options, snapshot, root, document, faults, warnings, registry, reading });
  const refusal = (found: FaultList) =>
    found.refusal((places) =>
      linesOfPaths(
        document.text,
        places.map(({ path }) => path),
      ),
    );
  if (faults.total > 0) throw refusal(faults);
  return { ...bundle, root, refusal };
}

/** Reads all objects, where possible in an order that puts objects before those that refer to them. */
async function readAll(session: ReadSession): Promise<Omit<Bundle, 'root' | 'refusal'>> {
  const { root, warnings, registry, reading } = session;
  refuseUnknownKeys(session);
  const languages = readLanguages(session);
  reading.languages = new Set(languages.languages ?? session.snapshot.model.languages);
  const nodeTypes = (await readObjects('node_types', objects.nodeType, session, 'node_type')).map(toNodeType);
  const assetTypes = (await readObjects('asset_types', objects.assetType, session)).map(withKey);
  declareKeys('asset_type', 'asset_types', assetTypes, session);
  const relationTypes = (await readObjects('relation_types', objects.relationType, session)).map(withKey);
  declareKeys('relation_type', 'relation_types', relationTypes, session);
  const infoFields = (await readObjects('info_fields', objects.infoField, session, 'info_field')).map(toInfoField);
  for (const [index, field] of infoFields.entries()) {
    registry.declareField(field);
    reading.at(['info_fields', index], () => reading.refuseDuplicates(field.items, 'values', 'id'));
  }
  const downloadFormats = await readObjects('download_formats', objects.downloadFormat, session, 'download_format');
  const groups = await readObjects('groups', objects.group, session, 'group');
  const users = await readObjects('users', objects.user, session, 'user');
  refuseSharedLogins(users, session.snapshot.model, session);
  const nodes = await readBundleNodes(session);
  const { parsedAssets, assetFile } = await readAssets(session);
  const reviews = await readReviews(session);
  refuseDuplicateKeys(session);
  await checkPendingReferences(session);
  await checkReplacedFields(infoFields, session);
  const files = await locateFiles(root, registry.files, session);
  return {
    ...languages,
    nodeTypes: [...nodeTypes, ...usedBuiltInTypes(nodes, session)],
    assetTypes,
    infoFields,
    relationTypes,
    downloadFormats,
    groups,
    users,
    nodes,
    parsedAssets,
    assetFile,
    assetIds: registry.declared('asset'),
    reviews,
    field: (id) => registry.field(id),
    idOfKey: (kind, key) => registry.idOfKey(kind, key),
    files,
    warnings: warnings.list(),
  };
}

/** Whoever signs in is one user. Others of the catalogue keep their logins. */
function refuseSharedLogins(users: readonly User[], { users: stored }: CatalogueModel, { reading }: ReadSession): void {
  const own = new Set(users.map(({ id }) => id));
  const holders = new Map<string, number>();
  for (const { id, login } of stored.values()) if (login !== undefined && !own.has(id)) holders.set(login, id);
  for (const [index, { id, login }] of users.entries()) {
    if (login === undefined) continue;
    const holder = holders.get(login);
    if (holder === undefined) holders.set(login, id);
    else reading.at(['users', index, 'login'], () => reading.fault(`user ${holder} has this login`));
  }
}

function declareKeys(
  kind: KeyedKind,
  array: DocumentKey,
  types: readonly { readonly id: number; readonly key: string }[],
  { registry, reading }: ReadSession,
): void {
  for (const index of registry.declareKeys(kind, types)) {
    reading.at([array, index, 'key'], () => reading.fault(`${show(types[index]?.key)} is the key of another one`));
  }
}

/** Reads the reviews. There is at most one per asset, user and date (catalogue: reviews). */
async function readReviews(session: ReadSession): Promise<objects.ReviewObject[]> {
  const { reading } = session;
  const reviews: objects.ReviewObject[] = [];
  const seen = new Set<string>();
  await eachItem('reviews', session, (value) => {
    const review = objects.review.read(value, reading);
    if (review === undefined) return;
    const key = `${review.asset} ${review.user} ${review.date}`;
    if (seen.has(key)) reading.fault('there is one of this asset, user and date already');
    seen.add(key);
    reviews.push(review);
  });
  return reviews;
}

/** Checks references to objects that hadn't been read: later in the bundle, or assets of the catalogue. */
async function checkPendingReferences({ registry, snapshot, faults }: ReadSession): Promise<void> {
  const open = registry.pending.filter(({ kind, id }) => !registry.exists(kind, id));
  const wanted = [...new Set(open.filter(({ kind }) => kind === 'asset').map(({ id }) => id))];
  const stored = new Set<number>();
  for (let from = 0; from < wanted.length; from += 10_000) {
    for (const { id } of await snapshot.assets(wanted.slice(from, from + 10_000))) stored.add(id);
  }
  for (const { kind, id, place } of open) {
    if (kind !== 'asset' || !stored.has(id)) faults.add({ ...place, problem: missing(kind, id) });
  }
}

/** Returns the built-in types that the bundle uses but neither it nor the catalogue defines. */
function usedBuiltInTypes(nodes: readonly CatalogueNode[], { registry, snapshot }: ReadSession) {
  const used = new Set(nodes.map(({ type }) => type));
  const { nodeTypes } = snapshot.model;
  return [...BUILT_IN_NODE_TYPES.values()].filter(
    ({ id }) => used.has(id) && !registry.declared('node_type').has(id) && !nodeTypes.has(id),
  );
}
