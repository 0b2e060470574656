/* Assets of the grid */
/** @type {Content} */
let content = { items: [], total: 0, page: 0 };
/** @param {State} state */
const sortOf = (state) => state.sort ?? (state.q === undefined ? 'name-asc' : 'score-desc');
/**
 * @param {State} state
 * @param {number} page
 * @returns {Query}
 */
function question(state, page) {
  if (state.view) return { top: PAGE_SIZE };
  const [sort_order, sort_order_seq] = sortOf(state).split('-');
  const which = state.q === undefined ? { id: state.node, kind: state.kind, recursive: true } : { search: state.q };
  return { ...which, extended: true, paginate: PAGE_SIZE, page, sort_order, sort_order_seq };
}
/** @param {State} state */
function loadContent(state) {
  const key = JSON.stringify([state.kind, state.node, state.q, state.view, sortOf(state)]);
  markNode();
  drawPath();
  if (key === shownContent) return undefined;
  shownContent = key;
  content = { state, items: [], total: 0, page: 0 };
  $('notice').replaceChildren();
  $('grid').replaceChildren();
  $('total').textContent = '';
  scrollTo(0, 0);
  const sorts = state.q === undefined ? SORTS : ['score-desc', ...SORTS];
  sortList.replaceChildren(
    ...sorts.map((sort) => el('option', { value: sort, selected: sort === sortOf(state) }, t(sort))),
  );
  sortList.hidden = state.view === 'top';
  wordsField.value = state.q ?? '';
  return loadPage(begin('content'));
}
/**
 * Loads the next page of the list.
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function loadPage(signal) {
  const mine = content;
  const { state } = mine;
  if (mine.loading || !state) return mine.loading;
  const isFirst = mine.page === 0;
  const waiting = el('div', { class: 'ghosts' }, ...ghosts(12));
  if (isFirst) {
    $('more').replaceChildren();
    $('grid').after(waiting);
  } else $('more').replaceChildren(t('loading'));
  mine.loading = attempt(
    async () => {
      /** @type {Envelope<readonly Asset[]>} */
      const { data, total = data.length } = await ask('node.do', question(state, mine.page + 1), signal);
      mine.page += 1;
      mine.total = total;
      // If the catalogue changes between two pages, an asset may appear twice.
      const shown = new Set(mine.items.map((asset) => asset.id));
      const fresh = data.filter((asset) => !shown.has(asset.id));
      mine.items.push(...fresh);
      mine.isDone = data.length < PAGE_SIZE || mine.page * PAGE_SIZE >= total;
      $('grid').append(...fresh.map(tile));
      $('total').textContent = t('items', total);
      $('more').replaceChildren(...(mine.isDone ? [] : [button(t('more'), nextPage)]));
      if (!mine.items.length) showNothing(state.q);
      meetCurrent();
    },
    (error) => {
      if (isFirst) return fail(error, show);
      $('more').replaceChildren(t(error instanceof Trouble ? error.kind : 'failed'), button(t('retry'), nextPage));
      mine.isStuck = true; // scrolling must not flood a failing service with requests
    },
  );
  await mine.loading;
  mine.loading = undefined;
  waiting.remove();
  // Observes again, because the observer only reports when the end enters or leaves the viewport.
  nearEnd.unobserve($('more'));
  nearEnd.observe($('more'));
}
function nextPage() {
  if (content.isDone || content.page === 0) return undefined;
  content.isStuck = false;
  return loadPage(begin('content'));
}
/** @param {string} [q] */
function showNothing(q) {
  const [title, why] = q ? ['nothingFound', t('nothingFoundWhy', q)] : ['nothingHere', t('nothingHereWhy')];
  $('notice').replaceChildren(el('div', { class: 'notice' }, el('h3', {}, t(title)), el('p', {}, why)));
}
/**
 * Returns a thumbnail that reserves its space. If it cannot be loaded, the icon of the file category replaces it.
 * @param {Asset} asset
 */
function thumbnail(asset) {
  const [small, large] = ['thumb', 'preview'].map((size) => address('asset.do', { [size]: asset.id }));
  // High-density screens load the preview, which the details show next anyway.
  const image = el('img', {
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    class: 'waiting',
    width: asset.preview_width || false,
    height: asset.preview_height || false,
    load: () => image.classList.remove('waiting'),
    error: () => image.replaceWith(icon(asset.type)),
  });
  image.srcset = `${small} 1x, ${large} 2x`;
  image.src = small;
  const badge =
    [VIDEO, AUDIO, THREE_D].includes(asset.type) && el('span', { class: 'badge' }, icon(asset.type), t(asset.type));
  return el('div', { class: 'mat' }, image, badge);
}
/** @param {Asset} asset */
function tile(asset) {
  const facts = [
    asset.extension?.toUpperCase(),
    asset.type === DOCUMENT && asset.pages !== undefined && asset.pages > 1 && t('pages', asset.pages),
    asset.downloads !== undefined && t('downloads', asset.downloads),
  ];
  return el(
    'li',
    { class: 'tile' },
    el(
      'a',
      { href: hashOf({ asset: asset.id }), 'data-asset': asset.id, title: asset.name },
      thumbnail(asset),
      el('span', { class: 'caption' }, asset.name),
      el('span', { class: 'meta' }, facts.filter(Boolean).join(' · ')),
    ),
  );
}
function drawPath() {
  const { kind, node: chosen, q, view } = readState();
  const tree = (kind === undefined ? undefined : forests.get(kind)) ?? forest;
  const node = view || q !== undefined || chosen === undefined ? undefined : tree?.byId.get(chosen);
  const path = node && tree ? above(tree.byId, node.id).toReversed() : [];
  const type = node && about?.nodeTypes.find((candidate) => Number(candidate.id) === kind);
  $('path').replaceChildren(
    ...(type ? [el('span', {}, type.name)] : []),
    ...path.map(({ type, id, name }) => el('a', { href: toNode(type ?? kind, id) }, name)),
  );
  const title = view
    ? t('top')
    : q !== undefined
      ? q
        ? t('searchFor', q)
        : t('search')
      : (node?.name ?? strays.get(chosen ?? Number.NaN) ?? (tree && ''));
  if (title !== undefined) {
    $('title').textContent = title;
    document.title = title ? `${title} – ${t('brand')}` : t('brand');
  }
  topLink.href = hashOf({ view: 'top', q: undefined, asset: undefined });
  topLink.toggleAttribute('aria-current', view === 'top');
}
