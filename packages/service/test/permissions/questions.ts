/** Random requests for every operation, each with what the model expects of it. */
import type { Random } from '../../../columnar/test/random.ts';
import type { Model } from './model.ts';
import {
  type Asset,
  CHECKED,
  type Endpoint,
  FILES,
  FORMATS,
  firstAsset,
  firstNode,
  KEYWORD,
  type Node,
  REFERENCES,
  SEARCHED,
  TYPES,
  UNKNOWN_ASSET,
  UNKNOWN_NODE,
  type World,
} from './world.ts';

/** The data of 200, or the status of a refusal. With `pick` only that part of the actual data is compared. */
export type Expected =
  | { readonly status: number; readonly orElse?: number }
  | { readonly status: 200; readonly data: unknown; readonly pick?: (data: never) => unknown; readonly total?: number };

/** A request to any endpoint, and the expected answer of one of them. */
export interface Question {
  /** Operation and query, such as `node.do?tree=1`. */
  readonly target: string;
  expect(model: Model, endpoint: Endpoint): Expected;
}

const MISSING = { status: 404 } as const;

const asked = (target: string, expect: Question['expect']): Question => ({ target, expect });

/** One request for each of the operations. */
export function drawQuestions(random: Random, world: World): readonly Question[] {
  const nodeId = () => (random.chance(0.05) ? UNKNOWN_NODE : firstNode + random.between(0, world.nodes.length - 1));
  const assetId = () => (random.chance(0.05) ? UNKNOWN_ASSET : firstAsset + random.between(0, world.assets.length - 1));
  const flag = () => random.chance(0.5);
  return [
    tree(random, nodeId, flag),
    tree(random, nodeId, flag),
    wholeTree(random.pick(TYPES), flag()),
    content(nodeId(), flag(), flag(), random),
    content(nodeId(), flag(), flag(), random),
    search(random, nodeId, assetId, flag),
    search(random, nodeId, assetId, flag),
    search(random, nodeId, assetId, flag),
    everything(flag()),
    suggest(random),
    top(random.between(1, 5)),
    relations(assetId()),
    details(assetId()),
    formatsOf([assetId()]),
    formatsOf([assetId(), assetId()]),
    formatList(random.pick(['1', '-1'])),
    download(assetId(), random.pick([undefined, 1, 2, 3, 4])),
    picture(random.pick(['thumb', 'preview']), assetId()),
    recording(random.pick(['play', 'stream']), assetId()),
    fieldDescription(),
    about(),
  ];
}

interface Shown {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly assets?: number;
  readonly children: readonly Shown[];
}

interface TreeOptions {
  readonly depth: number;
  readonly counts?: { readonly recursive: boolean; readonly noderef: boolean };
  /** The ancestors of the linked node. */
  readonly loaded: ReadonlySet<number>;
}

function shown(node: Node, level: number, model: Model, options: TreeOptions): Shown {
  const { depth, counts, loaded } = options;
  const isLoaded = depth < 1 || level < depth || loaded.has(node.id);
  return {
    id: node.id,
    type: node.type,
    name: node.name,
    ...(counts ? { assets: model.content(node.id, counts).length } : {}),
    children: isLoaded ? model.children(node).map((child) => shown(child, level + 1, model, options)) : [],
  };
}

function tree(random: Random, nodeId: () => number, flag: () => boolean): Question {
  const ids = [...new Set(random.chance(0.7) ? [nodeId()] : [nodeId(), nodeId()])];
  const kind = random.chance(0.3) ? random.pick(TYPES) : undefined;
  const depth = random.between(0, 2);
  const link = random.chance(0.4) ? nodeId() : undefined;
  const [withRoot, counted, recursive, noderef] = [flag(), flag(), flag(), flag()];
  return asked(
    `node.do?${ids.map((id) => `tree=${id}`).join('&')}&depth=${depth}&with_root=${withRoot}&asset_count=${counted}&recursive=${recursive}&noderef=${noderef}${kind === undefined ? '' : `&kind=${kind}`}${link === undefined ? '' : `&deep_link=${link}`}`,
    (model) => {
      const roots = ids.map((id) => model.node(id));
      if (!roots.every((root) => root !== undefined)) return MISSING;
      if (kind !== undefined && roots.some(({ type }) => type !== kind)) return MISSING;
      let loaded: ReadonlySet<number> = new Set();
      if (link !== undefined && model.node(link)) {
        const path = model.path(link).map(({ id }) => id);
        const ways = ids.map((id) => path.slice(path.indexOf(id) < 0 ? path.length : path.indexOf(id)));
        const open = ways.filter((way) => way.length > 0 && way.every((id) => model.node(id)));
        loaded = new Set(open.flatMap((way) => way.slice(0, -1)));
      }
      const options = { depth, loaded, ...(counted ? { counts: { recursive, noderef } } : {}) };
      const data = withRoot
        ? roots.map((root) => shown(root, 0, model, options))
        : roots.flatMap((root) => model.children(root).map((child) => shown(child, 1, model, options)));
      return { status: 200, data };
    },
  );
}

function wholeTree(kind: number, recursive: boolean): Question {
  return asked(`node.do?tree=-1&kind=${kind}&asset_count=true&recursive=${recursive}`, (model) => {
    const options = { depth: 0, loaded: new Set<number>(), counts: { recursive, noderef: false } };
    return { status: 200, data: model.treeRoots(kind).map((root) => shown(root, 0, model, options)) };
  });
}

function entry(asset: Asset) {
  return { id: asset.id, type: FILES[asset.file].category, name: asset.name, version: 1 };
}

const byId = (a: Asset, b: Asset) => a.id - b.id;
const ids = (data: readonly { readonly id: number }[]) => data.map(({ id }) => id);

function content(id: number, recursive: boolean, noderef: boolean, random: Random): Question {
  const [size, page] = [random.between(1, 4), random.between(1, 3)];
  const isPaged = random.chance(0.5);
  return asked(
    `node.do?id=${id}&recursive=${recursive}&noderef=${noderef}&sort_order=id&extended=true&infofields=${REFERENCES}${isPaged ? `&paginate=${size}&page=${page}` : ''}`,
    (model) => {
      if (!model.node(id)) return MISSING;
      const found = model.content(id, { recursive, noderef }).toSorted(byId);
      const part = isPaged ? found.slice((page - 1) * size, page * size) : found;
      return { status: 200, ...(isPaged ? { total: found.length } : {}), ...extended(part, model) };
    },
  );
}

/** The extended values that depend on rights. */
function extended(assets: readonly Asset[], model: Model) {
  const data = assets.map((asset) => {
    const names = model
      .linked(asset, 'references')
      .map(({ name }) => name)
      .join(', ');
    return {
      ...entry(asset),
      downloadable: asset.file !== 'record' && model.offered(asset).some(({ isAllowed }) => isAllowed),
      parents: model.linked(asset, 'nodes').map((node) => node.id),
      infofields: names === '' ? {} : { [REFERENCES]: names },
    };
  });
  type Entry = (typeof data)[number];
  const pick = (told: readonly Entry[]) =>
    told.map(({ id, type, name, version, downloadable, parents, infofields }) => {
      return { id, type, name, version, downloadable, parents, infofields };
    });
  return { data, pick };
}

type Test = (asset: Asset, model: Model) => boolean;

function search(random: Random, nodeId: () => number, assetId: () => number, flag: () => boolean): Question {
  /** `otherwise` is the condition if no asset matches. */
  const parts: { readonly query: string; readonly test: Test; readonly otherwise?: Test }[] = [];
  const maybe = (share: number, make: () => (typeof parts)[number]) => {
    if (random.chance(share)) parts.push(make());
  };
  const recursive = flag();
  const within =
    (node: number): Test =>
    (asset, model) =>
      model.node(node) !== undefined && model.content(node, { recursive, noderef: false }).includes(asset);
  maybe(0.5, () => {
    const words = [random.pick(SEARCHED), random.pick(SEARCHED)];
    const isAny = flag();
    const having =
      (fits: (own: string, word: string) => boolean): Test =>
      (asset, model) => {
        const has = (word: string) => [...model.words(asset)].some((own) => fits(own, word));
        return isAny ? words.some(has) : words.every(has);
      };
    return {
      query: `search=${words.join('+')}&search_text_or_mode=${isAny}`,
      test: having((own, word) => own === word),
      otherwise: having((own, word) => own.startsWith(word)),
    };
  });
  maybe(0.4, () => {
    const nodes = [nodeId(), nodeId()];
    const isAny = flag();
    return {
      query: `search_node=${nodes.join(',')}&search_node_or_mode=${isAny}`,
      test: (asset, model) => {
        const is = (node: number) => within(node)(asset, model);
        return isAny ? nodes.some(is) : nodes.every(is);
      },
    };
  });
  maybe(0.3, () => {
    const type = random.pick(TYPES);
    return {
      query: `search_node_type=${type}`,
      test: (asset, model) => model.linked(asset, 'nodes').some((node) => node.type === type),
    };
  });
  maybe(0.3, () => {
    const wanted = [assetId(), assetId(), assetId()];
    return { query: `search_id=${wanted.join(',')}`, test: ({ id }) => wanted.includes(id) };
  });
  maybe(0.3, () => {
    const node = nodeId();
    return {
      query: `search_infofield=${REFERENCES},${node}`,
      test: (asset, model) =>
        model.node(node) !== undefined &&
        model.linked(asset, 'references').some(({ id }) => (recursive ? model.isWithin(id, node) : id === node)),
    };
  });
  maybe(0.2, () => ({ query: `search_infofield=${CHECKED},true`, test: ({ checked }) => checked === true }));
  if (parts.length === 0) parts.push({ query: 'search=', test: () => true });
  const isOr = flag() && parts.every(({ query }) => query !== 'search=');
  const facets = random.between(0, 2);
  const size = random.between(1, 5);
  return asked(
    `node.do?${parts.map(({ query }) => query).join('&')}&search_node_recursive=${recursive}&search_or_mode=${isOr}&sort_order=id&paginate=${size}&search_facets=${facets}`,
    (model) => {
      const fitting = (tests: readonly Test[]) =>
        model.assets().filter((asset) => {
          const results = tests.map((test) => test(asset, model));
          return isOr ? results.includes(true) : !results.includes(false);
        });
      const whole = fitting(parts.map(({ test }) => test));
      const found = (whole.length > 0 ? whole : fitting(parts.map(({ test, otherwise = test }) => otherwise))).toSorted(
        byId,
      );
      if (facets === 1) return { status: 200, total: found.length, ...facetsOf(found, model) };
      return { status: 200, total: found.length, data: found.slice(0, size).map(entry) };
    },
  );
}

function everything(isByName: boolean): Question {
  return asked(`node.do?search=&search_facets=${isByName ? 1 : 0}&sort_order=id&paginate=1000`, (model) => {
    const all = model.assets().toSorted(byId);
    const found = isByName ? facetsOf(all, model) : { data: all.map(entry) };
    return { status: 200, total: all.length, ...found };
  });
}

/** Facets with any values; the order of equal counts is tested with the index. */
function facetsOf(found: readonly Asset[], model: Model) {
  type Values = readonly { readonly id: unknown; readonly count: number }[];
  const ordered = (values: Values) => values.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  const full = [...model.facets(found)].filter(([, values]) => values.length > 0);
  return {
    data: Object.fromEntries(full.map(([name, values]) => [name, ordered(values)])),
    pick: (map: Readonly<Record<string, Values>>) =>
      Object.fromEntries(
        Object.entries(map).map(([name, values]) => [name, ordered(values.map(({ id, count }) => ({ id, count })))]),
      ),
  };
}

function suggest(random: Random): Question {
  const text = random.pick(['s', 'sea', 'old', 'old n', 'boat', 't', 'n', 'none']);
  const kind = random.chance(0.5) ? random.pick(TYPES) : undefined;
  return asked(
    `node.do?suggest=${text.replace(' ', '+')}&limit=100${kind === undefined ? '' : `&kind=${kind}`}`,
    (model) => ({ status: 200, data: model.suggest(text, kind) }),
  );
}

function top(most: number): Question {
  return asked(`node.do?top=${most}`, (model) => {
    const best = model.assets().toSorted((a, b) => b.downloads - a.downloads || byId(a, b));
    return {
      status: 200,
      data: best.slice(0, most).map((asset) => ({ ...entry(asset), downloads: asset.downloads })),
    };
  });
}

function relations(id: number): Question {
  return asked(`node.do?relations=${id}`, (model) => {
    const asset = model.asset(id);
    return asset ? { status: 200, data: model.related(asset).map(entry) } : MISSING;
  });
}

/** A listed format: with the login address if direct download is not permitted, or absent. */
function listed(asset: Asset, model: Model, { loginUrl }: Endpoint) {
  if (asset.file === 'record') return [];
  return model.offered(asset).flatMap(({ id, isAllowed }) => {
    if (isAllowed) return [{ id }];
    return loginUrl === undefined ? [] : [{ id, url: loginUrl }];
  });
}

interface ListedFormat {
  readonly id: number;
  readonly url?: string;
}
const pickFormat = ({ id, url }: ListedFormat) => (url === undefined ? { id } : { id, url });

function details(id: number): Question {
  return asked(
    `asset.do?details=${id}&details_keywords=true&details_keyword_paths=true&details_keyword_list=true&details_links=true`,
    (model, endpoint) => {
      const asset = model.asset(id);
      if (!asset) return MISSING;
      const pathOf = (node: Node) =>
        model
          .path(node.id)
          .filter((each) => model.node(each.id))
          .map(({ name }) => name)
          .join(' / ');
      const keywords = model.linked(asset, 'nodes').filter(({ type }) => type === KEYWORD);
      const named = model.linked(asset, 'references');
      const data = {
        name: asset.name,
        keywords: Object.fromEntries(keywords.map((node) => [node.name, pathOf(node)])),
        keyword_paths: keywords.map(pathOf),
        keyword_list: keywords.map((node) => ({ id: node.id, name: node.name, path: pathOf(node) })),
        links: model
          .related(asset)
          .slice(0, 5)
          .map((other) => ({ id: other.id, type: FILES[other.file].category, name: other.name })),
        downloads: listed(asset, model, endpoint),
        named: named.map((node) => ({
          id: `noderef_${node.id}`,
          name: node.name,
          value: String(node.id),
          type: String(node.type),
          info: pathOf(node),
        })),
        value: named.length > 0 ? named.map(({ name }) => name).join(', ') : undefined,
      };
      interface Told extends Omit<typeof data, 'named' | 'value'> {
        readonly infofields: readonly { readonly id: string; readonly value: string; readonly values?: unknown[] }[];
      }
      const pick = ({ name, keywords, keyword_paths, keyword_list, links, downloads, infofields }: Told) => {
        const field = infofields.find((each) => each.id === `info_${REFERENCES}`);
        const lists = { keywords, keyword_paths, keyword_list, links, downloads: downloads.map(pickFormat) };
        return { name, ...lists, named: field?.values ?? [], value: field?.value };
      };
      return { status: 200, data, pick };
    },
  );
}

function formatsOf(wanted: readonly number[]): Question {
  const each = [...new Set(wanted)];
  return asked(`asset.do?downloadformats_for=${wanted.join(',')}&infofields=${REFERENCES}`, (model, endpoint) => {
    const assets = each.map((id) => model.asset(id)).filter((asset) => asset !== undefined);
    if (assets.length === 0) return MISSING;
    const info = (asset: Asset) => {
      const references = model.linked(asset, 'references').map(({ id }) => id);
      return {
        name: asset.name,
        formats: listed(asset, model, endpoint),
        // References only to hidden nodes read like none.
        raw: references.length > 0 ? references : undefined,
      };
    };
    interface Told {
      readonly name: string;
      readonly formats: readonly ListedFormat[];
      readonly infofields_raw: Readonly<Record<string, unknown>>;
    }
    const pickInfo = ({ name, formats, infofields_raw }: Told) => {
      return { name, formats: formats.map(pickFormat), raw: infofields_raw[REFERENCES] };
    };
    const [only] = assets;
    if (only && each.length === 1) return { status: 200, data: info(only), pick: pickInfo };
    return {
      status: 200,
      data: Object.fromEntries(assets.map((asset) => [asset.id, info(asset)])),
      pick: (map: Readonly<Record<string, Told>>) =>
        Object.fromEntries(Object.entries(map).map(([id, told]) => [id, pickInfo(told)])),
    };
  });
}

function formatList(which: '1' | '-1'): Question {
  return asked(`asset.do?downloadformats=${which}`, (model) => {
    const isQuick = (id: number) => FORMATS.some((format) => format.id === id && format.quick);
    return { status: 200, data: model.formats().filter((id) => which === '-1' || isQuick(id)), pick: ids };
  });
}

function download(id: number, format: number | undefined): Question {
  return asked(`asset.do?download=${id}${format === undefined ? '' : `&format=${format}`}`, (model) => {
    const asset = model.asset(id);
    if (!asset) return MISSING;
    if (format !== undefined && !model.formats().includes(format)) return MISSING;
    const offered = model.offered(asset);
    if (format !== undefined && !offered.some((each) => each.id === format)) return { status: 400 };
    if (asset.file === 'record') return MISSING;
    // Without a format, another takes the place of the default one or the original that the caller may not have.
    const allowed = offered.filter((each) => each.isAllowed && (format === undefined || each.id === format));
    if (allowed.length === 0) return { status: 403 };
    // This is not about which conversions are possible.
    return allowed.some(({ id }) => id === 2) ? { status: 200, orElse: 501 } : { status: 200 };
  });
}

function picture(selector: string, id: number): Question {
  return asked(`asset.do?${selector}=${id}`, (model) => (model.asset(id) ? { status: 200 } : MISSING));
}

function recording(selector: string, id: number): Question {
  return asked(`asset.do?${selector}=${id}`, (model) => {
    const asset = model.asset(id);
    if (!asset) return MISSING;
    return { status: asset.file === 'sound' ? 200 : 400 };
  });
}

function fieldDescription(): Question {
  return asked(`asset.do?infofield=-1`, (model) => ({
    status: 200,
    data: model.rootNode()?.id,
    // Left out if the root is hidden.
    pick: (data: Readonly<Record<string, { readonly root_node?: number }>>) =>
      Object.hasOwn(data, REFERENCES) ? (data[REFERENCES]?.root_node ?? 'no root') : undefined,
  }));
}

function about(): Question {
  return asked('node.do?about=true', (model, { user, roots }) => ({
    status: 200,
    data: {
      userId: user,
      downloadFormats: model.formats().toSorted((a, b) => a - b),
      roots: Object.fromEntries([...roots.keys()].map((type) => [type, model.treeRoots(type).map(({ id }) => id)])),
    },
    pick: ({ userId, downloadFormats, roots: told }: { userId: number; downloadFormats: number[]; roots: object }) => {
      return { userId, downloadFormats, roots: told };
    },
  }));
}
