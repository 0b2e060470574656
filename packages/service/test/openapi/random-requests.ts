/** Random requests of every operation, drawn from the declarations of their parameters. */

import type { Random } from '../../../columnar/test/random.ts';
import { isObject, type Schema } from '../../../core/src/domain/values.ts';
import { GENERAL_PARAMETERS, type Operation } from '../../src/api/operation.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';

/** Values that mean something in the sample catalogue, and some that mean nothing, by the names of parameters. */
const MEANT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:id|tree|deep_link|search_(?:node|folder|keyword))$/, ['1', '2', '7', '20', '30', '31', '-1', '4711']],
  [/^(?:kind|search_node_type)$/, ['101', '102', '103', '104', '9']],
  [/^(?:infofields|alt_name|infofield)$/, ['100', '101', '102', '103', '104', '105', '106', '-1', '-2', '0', '9']],
  [/^(?:format|formats)$/, ['1', '2', '3', '4', '77']],
  [/^(?:version|page)$/, ['0', '1', '2', '3', '99']],
  [/^(?:paginate|limit|search_limit|top|days)$/, ['1', '2', '10', '100', '0']],
  [/^search_(?:min|max)_/, ['0', '1', '100', '1000', '1000000']],
  [/^search_(?:uploaded|modified)_/, ['2024', '2024-05-01', '01.05.2024', 'yesterday', '1714521600000', 'sometime']],
  [/^search_infofield$/, ['100,lake', '101,1,null', '102,1', '103,true', '104,2024-01-01,2024-12-31', '105,2', 'x']],
  [/^search_extensions$/, ['jpg', '.pdf', 'mp4', 'nothing']],
  [/^search_asset_type$/, ['1', '2', '9']],
  [/^facet_fields$/, ['fileExtensions', 'fileCategory', 'assetType', 'node_101', 'info_103', 'nothing']],
  [/^sort_order$/, ['id', 'name', 'size', 'score', 'uploaddate', 'info_101', 'nothing']],
  [/^downloadformats$/, ['1', '-1', 'jpg', 'pdf', '?']],
  [/^type$/, ['variant', 'similar', 'pdf', 'video', '3D', 'animation', 'nothing']],
  [/^string$/, ['property.name', 'category.IMAGE', 'infofield.101', 'nothing']],
  [/^rating$/, ['1', '3.5', '5', '6']],
  [/^(?:search|suggest|search_custom|title|comment)$/, ['lake', 'app', 'img', '"below img"', '-lake', 'a*', 'ä', '']],
  [/^locale$/, ['de', 'en', 'fr', 'de_CH', '-']],
];
const ASSETS = ['1000', '1001', '1002', '1003', '1004', '1005', '1010', '1011', '1012', '1020', '4242'];
const BROKEN = ['x', '-1', '1.5', '%20', '%00', '9007199254740993', '%F0%9F%8C%84', 'true,false', "'"];
const BOOLEANS = ['true', 'false', '1', '0', 'TRUE'];

/** Returns the path and query of a request, which is valid more often than not. */
export function drawRequest(random: Random): string {
  const operation = random.pick(OPERATION_LIST);
  const own = Object.entries(operation.params);
  const chosen = own.filter(([name, { isRequired }]) => isRequired || isSelector(operation, name, random, own.length));
  const general = Object.entries(GENERAL_PARAMETERS).filter(() => random.chance(0.05));
  const query = [...chosen, ...general].map(([name, { schema, isList }]) => {
    const values = Array.from({ length: isList ? random.between(1, 3) : 1 }, () => drawValue(name, schema, random));
    return `${name}=${values.join(',')}`;
  });
  return `/${operation.endpoint}?${query.join('&')}${random.chance(0.03) ? '&callback=show' : ''}`;
}

/** True if an optional parameter is to be given: of many parameters each is rare. */
function isSelector({ selectors }: Operation, name: string, random: Random, count: number): boolean {
  return random.chance(selectors.includes(name) ? 0.1 : Math.min(0.4, 4 / count));
}

function drawValue(name: string, schema: Schema, random: Random): string {
  if (random.chance(0.03)) return random.pick(BROKEN);
  const { type, items, anyOf } = schema;
  const values = schema['enum'];
  if (Array.isArray(values)) return String(random.pick(values));
  const meant = MEANT.find(([pattern]) => pattern.test(name))?.[1];
  if (type === 'boolean') return schema['const'] === true ? 'true' : random.pick(BOOLEANS);
  if (meant) return encodeURIComponent(random.pick(meant));
  if (isObject(items)) return drawValue(name, items, random);
  return Array.isArray(anyOf) && random.chance(0.5)
    ? `${random.pick(ASSETS)}:${random.between(1, 4)}`
    : random.pick(ASSETS);
}
