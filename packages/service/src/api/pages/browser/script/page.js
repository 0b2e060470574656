/** Closes the details. Goes back in the history if the grid is the previous entry; the entry's state says so. */
function closeDetails() {
  if (history.state?.isOverGrid) history.back();
  else go({ asset: undefined }, { replace: true });
}
dialog.addEventListener('cancel', (event) => {
  event.preventDefault();
  closeDetails();
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) closeDetails();
});
dialog.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.closest('video')) return;
  if (event.key === 'ArrowLeft' && !previousButton.disabled) turnTo(-1);
  if (event.key === 'ArrowRight' && !nextButton.disabled) turnTo(1);
});
dialog.addEventListener('close', () => {
  if (current) closeDetails();
});
$('close').addEventListener('click', closeDetails);
previousButton.addEventListener('click', () => turnTo(-1));
nextButton.addEventListener('click', () => turnTo(1));

/* The page */
/** @param {boolean} isOpen */
function openSide(isOpen) {
  $('side').classList.toggle('open', isOpen);
  $('main').inert = isOpen;
  $('menu').setAttribute('aria-expanded', String(isOpen));
  if (isOpen) (treeItems().find(({ tabIndex }) => tabIndex === 0) ?? findField).focus();
}
$('menu').addEventListener('click', () => openSide(!$('side').classList.contains('open')));
$('shade').addEventListener('click', () => openSide(false));
topLink.addEventListener('click', () => openSide(false));
$('side').addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !$('side').classList.contains('open')) return;
  openSide(false);
  $('menu').focus();
});
matchMedia('(max-width: 820px)').addEventListener('change', () => openSide(false));
$('skip').addEventListener('click', () => $('main').focus());
languageList.addEventListener('change', () => go({ locale: languageList.value }, { replace: true }));
sortList.addEventListener('change', () => go({ sort: sortList.value }, { replace: true }));
$('search').addEventListener('submit', (event) => {
  event.preventDefault();
  go({ q: wordsField.value.trim() || undefined, view: undefined, sort: undefined });
});
// A busy page receives several entries in one call; the last one is the current position.
const nearEnd = new IntersectionObserver(
  (moves) => {
    if (moves.at(-1)?.isIntersecting && !content.isStuck && !content.loading) nextPage();
  },
  { rootMargin: '900px' },
);
nearEnd.observe($('more'));

history.replaceState({ isOverGrid: false }, '');
addEventListener('hashchange', () => {
  const hasAsset = readState().asset !== undefined;
  if (history.state === null) history.replaceState({ isOverGrid: hasAsset && !hadAsset }, '');
  hadAsset = hasAsset;
  show();
});
speak(readState().locale ?? locale);
show().then(showOffers);

/** Asks once, after the page is shown, for operations that not every version or configuration of the service offers. */
async function showOffers() {
  const [search, top, stream] = await Promise.all([
    probe('node.do', { search: '', limit: 1 }),
    probe('node.do', { top: 1 }),
    probe('asset.do', { stream: UNLIKELY_ID }),
  ]);
  canPlay = stream?.status === 404; // 400 would mean that the operation is unknown
  $('search').hidden = search?.status !== 200;
  document.body.classList.toggle('has-search', search?.status === 200);
  topLink.hidden = !(top?.status === 200 && top.data.length > 0);
  if (canPlay && current) drawPreview(current);
}
