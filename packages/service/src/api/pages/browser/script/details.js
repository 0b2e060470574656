/* The details */
/** @type {Current | undefined} */
let current; // the asset in the dialog
/** @param {number | undefined} id */
function showAsset(id) {
  if (id === undefined) {
    if (!current) return;
    begin('details');
    /** @type {HTMLElement | null} */
    const link = $('grid').querySelector(`[data-asset="${current.id}"]`);
    current = undefined;
    dialog.close();
    $('view').replaceChildren();
    link?.scrollIntoView({ block: 'nearest' });
    link?.focus({ preventScroll: true });
    return;
  }
  const wasOpen = dialog.open;
  if (wasOpen && current?.id === id && current.locale === locale) return;
  /** @type {Current} */
  const mine = { ...(content.items.find((asset) => asset.id === id) ?? { id }), page: 0, locale };
  current = mine;
  $('name').textContent = mine.name ?? '';
  drawPreview(mine);
  drawTurns(mine);
  if (!wasOpen) dialog.showModal();
  if (!wasOpen) $('name').focus();
  dialog.scrollTop = $('facts').scrollTop = 0;
  loadDetails(id);
}
/**
 * Gives the frame the picture's final size from the start; the thumbnail fills it until the preview is loaded.
 * @param {Current} mine
 */
function drawPreview(mine) {
  /**
   * @param {number} width
   * @param {number} height
   */
  const setSize = (width, height) => {
    frame.style.setProperty('--w', String(width));
    frame.style.setProperty('--h', String(height));
  };
  const page = mine.page ? { page: mine.page } : {};
  const frame = el('div', { class: 'frame' });
  const { preview_width = 0, preview_height = 0 } = mine;
  const isSized = preview_width > 0 && preview_height > 0 && mine.page === 0;
  setSize(preview_width || 1024, preview_height || 768);
  const thumb = el('img', {
    alt: '',
    src: address('asset.do', { thumb: mine.id, ...page }),
    error: () => thumb.remove(),
    load: () => {
      if (!isSized && !preview.complete) setSize(thumb.naturalWidth * 4, thumb.naturalHeight * 4);
    },
  });
  const preview = el('img', {
    alt: mine.name ?? '',
    src: address('asset.do', { preview: mine.id, ...page }),
    error: () => preview.remove(),
    load: () => {
      if (!isSized) setSize(preview.naturalWidth, preview.naturalHeight);
      thumb.remove();
    },
  });
  frame.append(thumb, preview);
  if (canPlay && isRecording(mine.type))
    frame.append(
      el(
        'button',
        { type: 'button', class: 'play', 'aria-label': t('play'), click: () => play(frame, mine.id) },
        icon(VIDEO),
      ),
    );
  $('view').replaceChildren(frame);
  drawPages(mine);
}
/** @param {number | undefined} type */
const isRecording = (type) => type === VIDEO || type === AUDIO;
/**
 * @param {HTMLElement} frame
 * @param {number} id
 */
function play(frame, id) {
  const video = el('video', {
    controls: true,
    autoplay: true,
    src: address('asset.do', { stream: id, playable: true }),
    poster: address('asset.do', { preview: id }),
    error: () => frame.replaceChildren(el('p', { class: 'notice', role: 'alert' }, t('cantPlay'))),
  });
  frame.replaceChildren(video);
  video.focus();
}
/** @param {Current} mine */
function drawPages(mine) {
  const last = (mine.pages || 1) - 1;
  $('pages').hidden = last < 1;
  if (last < 1) return;
  /** @param {number} by */
  const turn = (by) => () => {
    mine.page += by;
    drawPreview(mine);
  };
  const focusedElement = document.activeElement;
  const at = focusedElement ? [...$('pages').children].indexOf(focusedElement) : -1;
  $('pages').replaceChildren(
    el(
      'button',
      {
        type: 'button',
        class: 'square',
        'aria-label': t('previousPage'),
        disabled: mine.page === 0,
        click: turn(-1),
      },
      icon('left'),
    ),
    el('span', { role: 'status' }, `${t('page', mine.page + 1)} ${t('of', last + 1)}`),
    el(
      'button',
      { type: 'button', class: 'square', 'aria-label': t('nextPage'), disabled: mine.page === last, click: turn(1) },
      icon('right'),
    ),
  );
  if (at < 0) return;
  const buttons = [...$('pages').querySelectorAll('button')];
  const [focused, other] = at === 0 ? buttons : buttons.toReversed();
  (focused.disabled ? other : focused).focus();
}
/** @param {Current} mine */
function drawTurns(mine) {
  const at = content.items.findIndex((asset) => asset.id === mine.id);
  const focused = document.activeElement;
  previousButton.disabled = at <= 0;
  nextButton.disabled = at < 0 || (at === content.items.length - 1 && content.isDone === true);
  if (focused instanceof HTMLButtonElement && focused.disabled) $('name').focus();
}
/** Updates the open details after a page was loaded, which may contain more about the asset and its neighbours. */
function meetCurrent() {
  if (!current) return;
  const mine = current;
  const listed = content.items.find((asset) => asset.id === mine.id);
  if (listed) Object.assign(mine, { ...listed, name: mine.name });
  drawTurns(mine);
  drawPages(mine);
}
/** @param {number} by */
async function turnTo(by) {
  const at = content.items.findIndex((asset) => asset.id === current?.id) + by;
  if (at < 0 || at === by - 1) return;
  if (at >= content.items.length) await nextPage();
  const asset = content.items[at];
  if (asset && current) go({ asset: asset.id }, { replace: true });
  // Preloads the following asset, so that paging through feels immediate.
  const following = content.items[at + by];
  if (following) new Image().src = address('asset.do', { preview: following.id });
}
