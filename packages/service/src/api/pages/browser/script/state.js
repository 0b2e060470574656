/* State: the hash holds everything that a link must restore. */
/** @param {string | null | undefined} text */
const wholeNumber = (text) => (/^-?\d{1,15}$/.test(text ?? '') ? Number(text) : undefined);
/** @returns {State} */
function readState() {
  const hash = new URLSearchParams(location.hash.slice(1));
  return {
    kind: wholeNumber(hash.get('kind')),
    node: wholeNumber(hash.get('node')),
    asset: wholeNumber(hash.get('asset')),
    q: hash.get('q') ?? undefined,
    view: hash.get('view') === 'top' ? 'top' : undefined,
    sort: [...SORTS, 'score-desc'].find((sort) => sort === hash.get('sort')),
    locale: hash.get('locale') ?? undefined,
  };
}
/** @param {Partial<State>} changes */
function hashOf(changes) {
  const state = Object.entries({ ...readState(), ...changes }).filter(([, value]) => value !== undefined);
  return `#${new URLSearchParams(state.map(([name, value]) => [name, String(value)]))}`;
}
/**
 * @param {number | undefined} kind
 * @param {number | undefined} node
 */
const toNode = (kind, node) =>
  hashOf({
    kind,
    node,
    q: undefined,
    view: undefined,
    asset: undefined,
    sort: readState().sort?.startsWith('score') ? undefined : readState().sort,
  });
/** @param {Partial<State>} changes */
function go(changes, { replace = false } = {}) {
  if (!replace) {
    location.hash = hashOf(changes);
    return;
  }
  history.replaceState(history.state, '', hashOf(changes));
  hadAsset = readState().asset !== undefined;
  show();
}

let hadAsset = readState().asset !== undefined;
/** @type {About | undefined} */
let about;
let locale = navigator.language || 'en';
/** @type {string | undefined} */
let shownContent; // key of the content in the grid
/** @type {string | undefined} */
let shownPlace; // key of the node that the tree was last expanded to
/** @type {string | undefined} */
let aboutLocale;
let canPlay = false; // whether the service streams films and sounds

async function show() {
  const state = readState();
  const signal = begin('show');
  await attempt(
    async () => {
      const isKnown = (state.locale ?? aboutLocale) === aboutLocale;
      const { nodeTypes } = about && isKnown ? about : await learnAbout(state.locale, signal);
      if (state.node !== undefined && state.kind === undefined && state.q === undefined && !state.view) {
        /** @type {Envelope<readonly Entry[]>} */
        const { data } = await ask('node.do', { tree: state.node, with_root: true, depth: 1 }, signal);
        return go({ kind: data[0].type }, { replace: true });
      }
      const kind = state.kind ?? Number(nodeTypes[0].id);
      // A tab that the user opened stays open until a link leads elsewhere.
      const place = `${kind} ${state.node}`;
      const tree = place === shownPlace ? undefined : loadForest(kind, state.node);
      shownPlace = place;
      if (state.node !== undefined || state.q !== undefined || state.view) loadContent({ ...state, kind });
      else {
        const trouble = await tree;
        signal.throwIfAborted();
        if (trouble) throw trouble;
        const roots = forest?.roots ?? [];
        const start = roots.find(({ assets = 0 }) => assets > 0) ?? roots[0];
        if (start) {
          start.open = true;
          return go({ kind, node: start.id }, { replace: true });
        }
        fail();
        showNothing();
      }
      showAsset(state.asset);
    },
    (error) => fail(error, show),
  );
}
/**
 * Clears the main area and shows the error. The next navigation or Retry loads it again.
 * @param {Error} [error]
 * @param {() => void} [retry]
 */
function fail(error, retry) {
  shownContent = shownPlace = undefined;
  $('grid').replaceChildren();
  $('more').replaceChildren();
  $('total').textContent = '';
  sortList.hidden = true;
  $('notice').replaceChildren(
    ...(error
      ? [
          notice(error, () => {
            $('notice').replaceChildren();
            retry?.();
          }),
        ]
      : []),
  );
}
