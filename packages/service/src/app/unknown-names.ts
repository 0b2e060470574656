/** Finds names in settings that the catalogue lacks. It may get them later, so they don't prevent the start. */

import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { facetsIn } from '../api/search/facets.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';

/** A name that the catalogue lacks. */
interface Missing {
  /** Key path within the settings of a base address. */
  readonly key: string;
  /** What is missing, the consequence, and what is accepted. */
  readonly text: string;
}

/** Returns a line for each name that the catalogue lacks: its place, the name, the consequence and what is accepted. */
export function findUnknownNames(config: Config, model: CatalogueModel): readonly string[] {
  const lineOf = ({ key, text }: Missing) => `${key}: ${text}`;
  const own = [...missingOfService(config, model), ...missingIn(config, model)].map(lineOf);
  const inherited = new Set(own);
  const further = [...config.endpoints].flatMap(([name, settings]) =>
    missingIn(settings, model)
      .filter((each) => !inherited.has(lineOf(each)))
      .map((each) => `endpoints.${name}.${lineOf(each)}`),
  );
  return [...own, ...further];
}

function missingOfService(
  { defaultLanguage: language, signIn, webhooks }: Config,
  model: CatalogueModel,
): readonly Missing[] {
  return [
    ...unknown('defaultLanguage', language === null ? [] : [language], (name) => hasLanguage(model, name), {
      what: 'language',
      rest: `its texts appear in the first of its languages that they have; its languages are ${model.languages.join(', ')}`,
    }),
    ...unknown('signIn.groups', [...signIn.groups.values()], (id) => model.groups.has(id), {
      what: 'group',
      rest: 'whoever is in no other sees what everybody may see; give IDs of its groups',
    }),
    ...webhooks.flatMap(({ id, user }) =>
      unknown(`webhooks.${id}`, user === null ? [] : [user], (each) => model.users.has(each), {
        what: 'user',
        rest: 'it tells what everybody may see; give the ID of one of its users',
      }),
    ),
  ];
}

/** False if no setting refers to content of the catalogue. */
export function refersToCatalogue({ endpoints, ...main }: Config): boolean {
  const { defaultLanguage, signIn, webhooks } = main;
  if (defaultLanguage !== null || signIn.groups.size > 0 || webhooks.length > 0) return true;
  return [main, ...endpoints.values()].some(
    ({ serviceUser, languages, facets, asset, node, pin, roots, formats }) =>
      serviceUser !== null ||
      pin.parentNode !== null ||
      asset.nameField !== null ||
      asset.dateField !== null ||
      asset.altField !== null ||
      roots.size > 0 ||
      [languages, facets.fields, asset.infofields, node.infofields, pin.formats, formats ?? []].some(
        ({ length }) => length > 0,
      ),
  );
}

/** Returns a function that counts these lines; it caches the count for each model of the catalogue. */
export function openUnknownNameCount(config: Config): (model: CatalogueModel) => number {
  const counts = new WeakMap<CatalogueModel, number>();
  return (model) => counts.getOrInsertComputed(model, () => findUnknownNames(config, model).length);
}

function missingIn(settings: EndpointSettings, model: CatalogueModel): readonly Missing[] {
  const { serviceUser, languages, facets, asset, node, pin, roots, formats } = settings;
  return [
    ...unknown('serviceUser', serviceUser === null ? [] : [serviceUser], (id) => model.users.has(id), {
      what: 'user',
      rest: 'requests without a token see what everybody may see; give the ID of one of its users',
    }),
    ...unknown('languages', languages, (name) => hasLanguage(model, name), {
      what: 'language',
      rest: `it is left out; its languages are ${model.languages.join(', ')}`,
    }),
    ...unknown('facets.fields', facets.fields, (name) => facetsIn({ model, now: 0 }).has(name), {
      what: 'facet',
      rest: `it is left out; its facets are ${[...facetsIn({ model, now: 0 }).keys()].join(', ')}`,
    }),
    ...(['infofields', 'nameField', 'dateField', 'altField'] as const).flatMap((name) =>
      // Zero stands for no field.
      unknown(`asset.${name}`, [asset[name] || []].flat(), (id) => model.infoFields.get(id)?.onAssets === true, {
        what: 'information field of assets',
        rest: 'it is left out; give IDs of such fields',
      }),
    ),
    ...unknown('node.infofields', node.infofields, (id) => model.infoFields.get(id)?.onNodes === true, {
      what: 'information field of nodes',
      rest: 'it is left out; give IDs of such fields',
    }),
    ...unknown('pin.parentNode', pin.parentNode === null ? [] : [pin.parentNode], (id) => model.trees.get(id), {
      what: 'node',
      rest: 'PINs belong to a node that is not there; give the ID of a node, or null',
    }),
    ...unknown('pin.formats', pin.formats, (id) => model.downloadFormats.has(id), FORMAT),
    ...unknown('formats', formats ?? [], (id) => model.downloadFormats.has(id), FORMAT),
    ...unknown('roots', [...roots.keys()], (type) => model.nodeTypes.has(type), {
      what: 'node type',
      rest: 'it is left out; give IDs of node types',
    }),
    ...[...roots].flatMap(([type, nodes]) =>
      unknown(`roots.${type}`, model.nodeTypes.has(type) ? nodes : [], (id) => model.trees.get(id)?.type === type, {
        what: 'node',
        of: ` of type ${type}`,
        rest: 'nothing of it is shown; give IDs of nodes of that type',
      }),
    ),
  ];
}

const FORMAT = { what: 'download format', rest: 'it is left out; give IDs of its download formats' };

function unknown<Name extends string | number>(
  key: string,
  names: readonly Name[],
  isThere: (name: Name) => unknown,
  { what, of = '', rest }: { readonly what: string; readonly of?: string; readonly rest: string },
): readonly Missing[] {
  return names
    .filter((name) => !isThere(name))
    .map((name) => ({ key, text: `the catalogue has no ${what} ${name}${of}; ${rest}` }));
}

function hasLanguage({ languages }: CatalogueModel, wanted: string): boolean {
  return languages.some((language) => language.toLowerCase() === wanted.toLowerCase());
}
