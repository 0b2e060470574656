function treeItems() {
  /** @type {NodeListOf<HTMLElement>} */
  const items = $('tree').querySelectorAll('[role=treeitem]');
  return [...items];
}
/** Marks the chosen node. Exactly one node is reachable by Tab. */
function markNode() {
  const { node: chosen, q, view } = readState();
  const items = treeItems();
  for (const item of items) {
    const isChosen = Number(item.dataset.id) === chosen && q === undefined && !view;
    item.setAttribute('aria-selected', String(isChosen));
    item.tabIndex = -1;
  }
  const item =
    items.find((candidate) => candidate === document.activeElement) ??
    items.find((candidate) => Number(candidate.dataset.id) === chosen) ??
    items[0];
  if (item) item.tabIndex = 0;
  const selected = items.find((candidate) => candidate.getAttribute('aria-selected') === 'true');
  selected?.firstElementChild?.scrollIntoView({ block: 'nearest' });
}
/**
 * @param {Branch} node
 * @param {boolean} isOpen
 */
function setOpen(node, isOpen) {
  if (!node.children.length) return;
  node.open = isOpen;
  drawNode(node, Number(node.drawn?.item.getAttribute('aria-level')));
  markNode();
}
/** @param {EventTarget | null} target */
function nodeAt(target) {
  /** @type {HTMLElement | null | undefined} */
  const item = target instanceof Element ? target.closest('[role=treeitem]') : undefined;
  return forest?.byId.get(Number(item?.dataset.id));
}
/** @param {HTMLElement | undefined} item */
function focusNode(item) {
  if (!item) return;
  for (const other of treeItems()) other.tabIndex = -1;
  item.tabIndex = 0;
  item.focus({ preventScroll: true });
  item.firstElementChild?.scrollIntoView({ block: 'nearest' });
}
/** @param {Branch} node */
function chooseNode(node) {
  setOpen(node, true);
  openSide(false);
  location.hash = toNode(node.type ?? forest?.kind, node.id);
}
$('tree').addEventListener('click', (event) => {
  const { target } = event;
  const node = nodeAt(target);
  if (!node || !(target instanceof Element) || target.closest('.aside')) return;
  focusNode(node.drawn?.item);
  if (target.closest('.twist') && node.children.length) setOpen(node, !node.open);
  else chooseNode(node);
});
$('tree').addEventListener('keydown', (event) => {
  const node = nodeAt(event.target);
  const item = node?.drawn?.item;
  if (!node || !item || event.target !== item || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = treeItems();
  const at = items.indexOf(item);
  const isOpen = node.open && node.children.length > 0;
  /** @type {Readonly<Record<string, () => void>>} */
  const steps = {
    ArrowDown: () => focusNode(items[at + 1]),
    ArrowUp: () => focusNode(items[at - 1]),
    Home: () => focusNode(items[0]),
    End: () => focusNode(items.at(-1)),
    ArrowRight: () => (isOpen ? focusNode(node.children[0].drawn?.item) : setOpen(node, true)),
    ArrowLeft: () => (isOpen ? setOpen(node, false) : focusNode(node.parent?.drawn?.item)),
    Enter: () => chooseNode(node),
    ' ': () => chooseNode(node),
  };
  const step =
    steps[event.key] ?? (event.key.length === 1 ? () => focusNode(nextNamed(items, at, event.key)) : undefined);
  if (!step) return;
  event.preventDefault();
  step();
});
/**
 * @param {HTMLElement[]} items
 * @param {number} at
 * @param {string} letter
 */
function nextNamed(items, at, letter) {
  const order = [...items.slice(at + 1), ...items.slice(0, at)];
  return order.find((item) =>
    (item.getAttribute('aria-label') ?? '').toLocaleLowerCase(locale).startsWith(letter.toLocaleLowerCase(locale)),
  );
}
