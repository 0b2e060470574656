/*
 * Tree. `levels` of a node says how many levels below it are loaded; an empty `children` at that limit does not mean
 * that there are no children.
 */
/** @type {Map<number, Forest>} */
const forests = new Map();
/** @type {Map<number, string>} */
const strays = new Map(); // names of nodes that no tree shows
/** @type {Forest | undefined} */
let forest;
/**
 * @param {readonly Entry[]} entries
 * @param {Branch | undefined} parent
 * @param {number} levels
 * @param {Map<number, Branch>} byId
 * @param {Map<number, Branch>} old
 * @returns {Branch[]}
 */
function grow(entries, parent, levels, byId, old) {
  return entries.map((entry) => {
    // Reuses the node objects of the same tree, so that their elements and the focus are kept.
    const before = old.get(entry.id);
    const facts = { name: entry.name, type: entry.type, assets: entry.assets, parent };
    /** @type {Branch} */
    const node =
      byId === old && before
        ? Object.assign(before, facts)
        : { id: entry.id, ...facts, children: [], open: before?.open ?? false, levels: Number.NEGATIVE_INFINITY };
    byId.set(node.id, node);
    if (node.levels <= levels) {
      node.levels = Math.max(levels, 0);
      node.children = grow(entry.children ?? [], node, levels - 1, byId, old);
    }
    return node;
  });
}
/**
 * @param {number} kind
 * @param {Query} [more]
 * @returns {Query}
 */
const treeOf = (kind, more) => ({ tree: -1, kind, depth: 2, asset_count: true, recursive: true, ...more });
/**
 * Shows the tree of a type, expanded down to the linked node. Resolves to the error, if any.
 * @param {number} kind
 * @param {number} [linked]
 * @returns {Promise<Error | undefined>}
 */
async function loadForest(kind, linked) {
  drawTypes(kind);
  const signal = begin('forest');
  const loaded = forests.get(kind);
  forest = loaded;
  if (loaded && (linked === undefined || loaded.byId.has(linked))) {
    drawForest(loaded, linked);
    return undefined;
  }
  if (!loaded) $('tree').replaceChildren(...ghosts(7));
  $('tree').setAttribute('aria-busy', 'true');
  /** @type {Error | undefined} */
  let trouble;
  await attempt(
    async () => {
      const entries = await askForest(kind, linked, signal);
      /** @type {Map<number, Branch>} */
      const byId = new Map();
      const grown = { kind, byId, roots: grow(entries, undefined, 2, byId, loaded?.byId ?? new Map()) };
      forest = grown;
      // deep_link loads the children of every ancestor, regardless of the depth.
      for (const node of above(byId, linked)) node.levels = Math.max(node.levels, 1);
      forests.set(kind, grown);
      drawForest(grown, linked);
    },
    (error) => {
      trouble = error;
      $('tree').replaceChildren(
        el(
          'div',
          {},
          again(() => loadForest(kind, linked)),
        ),
      );
    },
  );
  if (!signal.aborted) $('tree').removeAttribute('aria-busy');
  return trouble;
}
/**
 * @param {number} kind
 * @param {number | undefined} linked
 * @param {AbortSignal} signal
 * @returns {Promise<readonly Entry[]>}
 */
async function askForest(kind, linked, signal) {
  /** @type {(query: Query) => Promise<Envelope<readonly Entry[]>>} */
  const askTree = (query) => ask('node.do', query, signal);
  if (linked === undefined) return (await askTree(treeOf(kind))).data;
  try {
    return (await askTree(treeOf(kind, { deep_link: linked }))).data;
  } catch (error) {
    // The node may have been removed or lie below a hidden one; the rest of its tree is still available.
    if (!(error instanceof Trouble) || error.kind !== 'missing') throw error;
    const [{ data }, stray] = await Promise.all([
      askTree(treeOf(kind)),
      askTree({ tree: linked, kind, with_root: true, depth: 1 }).catch(() => undefined),
    ]);
    if (stray) strays.set(linked, stray.data[0].name);
    return data;
  }
}
/** @param {() => void} retry */
const again = (retry) =>
  el('button', { type: 'button', class: 'aside', click: retry }, `${t('nodesFailed')} ${t('retry')}`);
/**
 * Returns the ancestors of a node, its parent first.
 * @param {Map<number, Branch>} byId
 * @param {number | undefined} id
 */
function above(byId, id) {
  const nodes = [];
  for (let node = id === undefined ? undefined : byId.get(id)?.parent; node; node = node.parent) nodes.push(node);
  return nodes;
}
/**
 * @param {Forest} drawn
 * @param {number} [linked]
 */
function drawForest(drawn, linked) {
  for (const node of above(drawn.byId, linked)) node.open = true;
  drawSiblings($('tree'), drawn.roots, drawn, 1);
  if (!drawn.roots.length) $('tree').append(el('p', { class: 'aside' }, t('noNodes')));
  $('tree').setAttribute('aria-label', about?.nodeTypes.find((type) => Number(type.id) === drawn.kind)?.name ?? '');
  markNode();
  drawPath();
}
/**
 * @param {HTMLElement} list
 * @param {Branch[]} nodes
 * @param {Owner} owner
 * @param {number} level
 * @returns {void}
 */
function drawSiblings(list, nodes, owner, level) {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && list.contains(active) ? active : undefined;
  const chosen = nodes.findIndex((node) => node.id === readState().node || node.open);
  const most = Math.max(owner.most ?? MOST_SIBLINGS, chosen + 1);
  owner.most = most;
  const items = nodes.slice(0, most).map((node) => drawNode(node, level));
  if (nodes.length > most) {
    const more = () => {
      owner.most = most + MOST_SIBLINGS;
      drawSiblings(list, nodes, owner, level);
    };
    items.push(
      el('div', {}, el('button', { type: 'button', class: 'aside', click: more }, t('moreNodes', nodes.length - most))),
    );
  }
  list.replaceChildren(...items);
  focused?.focus();
}
/**
 * Returns the elements of a node, which it keeps once they are made.
 * @param {Branch} node
 * @param {number} level
 */
function elementsOf(node, level) {
  if (!node.drawn) {
    const row = el('div', { class: 'row' });
    const item = el('div', { role: 'treeitem', tabindex: -1, 'aria-level': level, 'data-id': node.id }, row);
    item.style.setProperty('--level', String(level));
    node.drawn = { item, row, group: el('div', { role: 'group' }) };
  }
  return node.drawn;
}
/**
 * @param {Branch} node
 * @param {number} level
 * @returns {HTMLElement}
 */
function drawNode(node, level) {
  const { item, row, group } = elementsOf(node, level);
  const mayOpen = node.children.length > 0;
  const isOpen = mayOpen && node.open;
  row.replaceChildren(
    el('span', { class: 'twist' }, mayOpen && icon('right')),
    el('span', { class: 'name', title: node.name }, node.name),
    ...(node.assets === undefined ? [] : [el('span', { class: 'count' }, number(node.assets))]),
  );
  item.setAttribute('aria-label', node.assets === undefined ? node.name : `${node.name}, ${t('items', node.assets)}`);
  if (mayOpen) item.setAttribute('aria-expanded', String(isOpen));
  else item.removeAttribute('aria-expanded');
  if (isOpen) {
    if (group.parentNode !== item) item.append(group);
    drawSiblings(group, node.children, node, level + 1);
    fill(node, level);
  } else group.remove();
  return item;
}
/**
 * Loads the level below the children of an open node, so that each child shows whether it can be expanded.
 * @param {Branch} node
 * @param {number} level
 */
async function fill(node, level) {
  const into = forest;
  if (!into || node.levels >= 2 || node.isFilling) return;
  const { item, group } = elementsOf(node, level);
  node.isFilling = true;
  item.setAttribute('aria-busy', 'true');
  await attempt(
    async () => {
      /** @type {Envelope<readonly Entry[]>} */
      const { data } = await ask('node.do', { ...treeOf(into.kind), tree: node.id }, new AbortController().signal);
      node.levels = 2;
      node.children = grow(data, node, 1, into.byId, into.byId);
      drawNode(node, level);
      if (into === forest) markNode();
    },
    () =>
      group.append(
        el(
          'div',
          {},
          again(() => drawNode(node, level)),
        ),
      ),
  );
  node.isFilling = false;
  item.removeAttribute('aria-busy');
}
