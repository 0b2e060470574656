/** @param {number} id */
async function loadDetails(id) {
  const signal = begin('details');
  $('facts').replaceChildren(...ghosts(8));
  $('facts').setAttribute('aria-busy', 'true');
  await attempt(
    async () => {
      const parts = { details_keyword_list: true, details_versions: true, details_links: true };
      /** @type {[Promise<Envelope<Details>>, Promise<Envelope<DownloadInfo>>]} */
      const [askedDetails, askedInfo] = [
        ask('asset.do', { details: id, ...parts, details_downloads: false }, signal),
        ask('asset.do', { downloadformats_for: id }, signal),
      ];
      const noInfo = () => {
        signal.throwIfAborted();
        return undefined;
      };
      const [{ data: details }, info] = await Promise.all([askedDetails, askedInfo.catch(noInfo)]);
      const mine = current;
      if (!mine) return;
      $('name').textContent = mine.name ??= details.name;
      if (mine.type === undefined && info) {
        mine.type = info.data.type;
        if (canPlay && isRecording(mine.type)) drawPreview(mine);
      }
      if (mine.pages === undefined && mine.type === DOCUMENT) countPages(mine, signal);
      drawFacts(id, details, info?.data.formats ?? []);
    },
    (error) => $('facts').replaceChildren(notice(error, () => loadDetails(id))),
  );
  if (!signal.aborted) $('facts').removeAttribute('aria-busy');
}
/**
 * Counts the pages if a link opened the asset directly; then only the response to the preview has their number.
 * @param {Current} mine
 * @param {AbortSignal} signal
 */
async function countPages(mine, signal) {
  await attempt(
    async () => {
      const reply = await fetch(address('asset.do', { preview: mine.id }), { method: 'HEAD', signal });
      mine.pages = wholeNumber(reply.headers.get('X-Pages')) ?? 1;
      if (mine === current) drawPages(mine);
    },
    () => {},
  );
}
/**
 * @param {number} id
 * @param {Details} details
 * @param {readonly Format[]} formats
 */
function drawFacts(id, details, formats) {
  /**
   * @param {string} title
   * @param {Child} body
   */
  const section = (title, body) => body && el('section', {}, el('h3', {}, title), body);
  /** @param {readonly (readonly [name: string, value: string | HTMLElement | null | undefined])[]} rows */
  const pairs = (rows) => {
    const filled = rows.flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [{ name, value }],
    );
    return (
      filled.length > 0 &&
      el(
        'dl',
        {},
        ...filled.map(({ name, value }) =>
          el(
            'div',
            { class: typeof value === 'string' && value.length > 80 ? 'long' : false },
            el('dt', {}, name),
            el('dd', {}, value),
          ),
        ),
      )
    );
  };
  const general = details.general ?? {};
  const keywords = details.keyword_list ?? [];
  const versions = details.versions && details.versions.length > 1 ? details.versions : [];
  const links = details.links ?? [];
  $('facts').replaceChildren(
    ...[
      section(
        t('download'),
        formats.length
          ? el('ul', { class: 'formats' }, ...formats.map((format) => drawFormat(id, format)))
          : el('p', {}, t('noDownload')),
      ),
      section(
        details.infofields_title || t('fields'),
        pairs((details.infofields ?? []).map((field) => [field.name, fieldValue(field)])),
      ),
      section(
        details.keywords_title || t('keywords'),
        keywords.length > 0 &&
          el(
            'div',
            { class: 'chips' },
            ...keywords.map((keyword) =>
              el('a', { href: toNode(undefined, keyword.id), title: keyword.path }, keyword.name),
            ),
          ),
      ),
      section(
        details.general_title || t('general'),
        pairs(Array.isArray(general) ? general.map(({ name, value }) => [name, value]) : Object.entries(general)),
      ),
      section(
        t('versions'),
        versions.length > 0 && el('ul', { class: 'versions' }, ...versions.map((version) => drawVersion(id, version))),
      ),
      section(
        t('related'),
        links.length > 0 &&
          el(
            'ul',
            { class: 'related' },
            ...links.map((link) =>
              el(
                'li',
                {},
                el(
                  'a',
                  { href: hashOf({ asset: link.id }), title: link.name, click: turnOver(link.id) },
                  thumbnail(link),
                  el('span', { class: 'caption' }, link.name),
                ),
              ),
            ),
          ),
      ),
    ].filter((part) => part instanceof HTMLElement),
  );
}
/**
 * Replaces the history entry, so that Back always leads from the dialog to the grid.
 * @param {number} id
 */
function turnOver(id) {
  /** @param {MouseEvent} event */
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go({ asset: id }, { replace: true });
  };
}
/** @param {Field} field */
function fieldValue(field) {
  if (!field.values?.length) return field.value;
  return el(
    'span',
    { class: 'chips' },
    ...field.values.map((node) =>
      el('a', { href: toNode(wholeNumber(node.type), wholeNumber(node.value)), title: node.info }, node.name),
    ),
  );
}
/**
 * @param {number} id
 * @param {Format} format
 */
function drawFormat(id, format) {
  const text = el('span', {}, format.name, format.description && el('small', {}, format.description));
  const login = format.url && new URL(format.url, location.href);
  if (login && !/^https?:$/.test(login.protocol)) return el('li', {}, text);
  const where = login
    ? { href: login.href, target: '_blank', rel: 'noopener' }
    : { href: address('asset.do', { download: id, format: format.id }), download: true };
  return el('li', {}, el('a', { class: 'button', ...where }, icon(login ? 'right' : 'down'), text));
}
/**
 * @param {number} id
 * @param {Version} version
 */
function drawVersion(id, version) {
  const facts = [version.date, version.name].filter(Boolean).join(' · ');
  const title = t('version', version.version) + (version.active ? ` (${t('current')})` : '');
  return el(
    'li',
    {},
    el('span', {}, title, el('small', {}, facts)),
    el(
      'a',
      {
        class: 'square',
        'aria-label': `${t('download')}: ${title}`,
        download: true,
        href: address('asset.do', { download: id, version: version.version }),
      },
      icon('down'),
    ),
  );
}
