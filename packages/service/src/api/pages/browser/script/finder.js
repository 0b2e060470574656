/* Finder: `suggest` finds matching names; the complete tree says where they are. */
/** @type {Map<string, Promise<Map<string, Hit[]>>>} */
const wholeTrees = new Map();
/** @type {Hit[]} */
let hits = [];
let hitAt = -1;
/** @param {number} kind */
function wholeTree(kind) {
  const key = `${locale} ${kind}`;
  const present = wholeTrees.get(key);
  if (present) return present;
  const asked = askNames(kind);
  wholeTrees.set(key, asked);
  asked.catch(() => wholeTrees.delete(key));
  return asked;
}
/**
 * Returns all nodes of a type by their name.
 * @param {number} kind
 */
async function askNames(kind) {
  /** @type {Envelope<readonly Entry[]>} */
  const { data } = await ask('node.do', { tree: -1, kind }, new AbortController().signal);
  /** @type {Map<string, Hit[]>} */
  const byName = new Map();
  /**
   * @param {Entry} entry
   * @param {readonly string[]} path
   */
  const visit = ({ id, name, children = [] }, path) => {
    const same = byName.get(name);
    if (same) same.push({ id, name, path });
    else byName.set(name, [{ id, name, path }]);
    for (const child of children) visit(child, [...path, name]);
  };
  for (const entry of data) visit(entry, []);
  return byName;
}
async function findNames() {
  const text = findField.value.trim();
  const signal = begin('find');
  if (!text || !forest) return closeFinder();
  const { kind } = forest;
  await attempt(
    async () => {
      /** @type {Promise<Envelope<readonly string[]>>} */
      const suggested = ask('node.do', { suggest: text, kind, limit: 12 }, signal);
      const [{ data: names }, byName] = await Promise.all([suggested, wholeTree(kind)]);
      signal.throwIfAborted();
      hits = names.flatMap((name) => byName.get(name) ?? []).slice(0, 20);
      hitAt = -1;
      const options = hits.map((hit, index) =>
        el(
          'div',
          {
            role: 'option',
            id: `hit-${index}`,
            'aria-selected': 'false',
            pointerdown: (event) => {
              event.preventDefault();
              chooseHit(hit);
            },
          },
          hit.name,
          hit.path.length > 0 && el('small', {}, hit.path.join(' / ')),
        ),
      );
      $('hits').replaceChildren(...(options.length ? options : [el('div', {}, t('noNames'))]));
      openHits();
    },
    (error) => {
      $('hits').replaceChildren(el('div', {}, notice(error, findNames)));
      openHits();
    },
  );
}
function openHits() {
  $('hits').hidden = false;
  findField.setAttribute('aria-expanded', 'true');
}
function closeFinder() {
  begin('find');
  hits = [];
  $('hits').hidden = true;
  findField.setAttribute('aria-expanded', 'false');
  findField.removeAttribute('aria-activedescendant');
}
/** @param {Hit} hit */
function chooseHit(hit) {
  const kind = forest?.kind;
  closeFinder();
  findField.value = '';
  openSide(false);
  location.hash = toNode(kind, hit.id);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
findField.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(findNames, 120);
});
findField.addEventListener('blur', () => {
  if (!$('hits').matches(':hover')) closeFinder();
});
findField.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !$('hits').hidden) {
    event.stopPropagation();
    return closeFinder();
  }
  if (event.key === 'Enter' && hits.length) return chooseHit(hits[Math.max(hitAt, 0)]);
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || !hits.length) return;
  event.preventDefault();
  hitAt =
    (hitAt + (event.key === 'ArrowDown' ? 1 : -1) + hits.length + (hitAt < 0 && event.key === 'ArrowUp' ? 1 : 0)) %
    hits.length;
  [...$('hits').children].forEach((option, index) => {
    option.setAttribute('aria-selected', String(index === hitAt));
  });
  findField.setAttribute('aria-activedescendant', `hit-${hitAt}`);
  $('hits').children[hitAt].scrollIntoView({ block: 'nearest' });
});
