/* Requests */
class Trouble extends Error {
  /**
   * @param {string} kind
   * @param {number} [status]
   * @param {string} [message]
   */
  constructor(kind, status, message) {
    super(message ?? kind);
    this.kind = kind;
    this.status = status;
  }
}
/** @type {Map<string, AbortController>} */
const running = new Map();
/**
 * Starts a task and returns its abort signal. Aborts an unfinished older task of the same name.
 * @param {string} task
 */
function begin(task) {
  running.get(task)?.abort();
  const controller = new AbortController();
  running.set(task, controller);
  return controller.signal;
}
/**
 * Token from the page's address, if the service requires one. Browsers send no Authorization header for pictures, so
 * every address contains it.
 */
const token = new URLSearchParams(location.search).get('token');
/**
 * @param {string} endpoint
 * @param {Query} parameters
 */
const address = (endpoint, parameters) => `${endpoint}?${searchParams(token ? { ...parameters, token } : parameters)}`;
/** @param {Query} parameters */
const searchParams = (parameters) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
/**
 * Sends a request and returns the envelope. Throws Trouble, or the abort reason if the request is outdated.
 * @template Data
 * @param {string} endpoint
 * @param {Query} parameters
 * @param {AbortSignal} signal
 * @returns {Promise<Envelope<Data>>}
 */
async function ask(endpoint, parameters, signal) {
  let reply;
  let text;
  try {
    // Revalidates each time: an unchanged response costs only a 304, and changes of the catalogue appear immediately.
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    reply = await fetch(address(endpoint, { ...parameters, locale }), { signal: patience, cache: 'no-cache' });
    text = await reply.text();
  } catch (cause) {
    signal.throwIfAborted();
    throw new Trouble(cause instanceof Error && cause.name === 'TimeoutError' ? 'slow' : 'offline');
  }
  let envelope;
  try {
    envelope = JSON.parse(text);
  } catch {
    throw new Trouble('garbled', reply.status);
  }
  if (typeof envelope?.status !== 'number') throw new Trouble('garbled', reply.status);
  if (envelope.status >= 400) throw new Trouble(kindOfStatus(envelope.status), envelope.status, envelope.message);
  return envelope;
}
/** @param {number} status */
function kindOfStatus(status) {
  if (status === 404) return 'missing';
  if (status === 401 || status === 403) return 'forbidden';
  return status === 429 || status === 503 ? 'busy' : 'failed';
}
/**
 * Returns the envelope of a request that may fail, or undefined. With a callback, errors have HTTP status 200, so the
 * browser's console does not report them.
 * @param {string} endpoint
 * @param {Query} parameters
 * @returns {Promise<Envelope<readonly unknown[]> | undefined>}
 */
async function probe(endpoint, parameters) {
  try {
    const text = await (await fetch(address(endpoint, { ...parameters, callback: 'f' }))).text();
    return JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')));
  } catch {
    return undefined;
  }
}
/**
 * Runs a task of the page. An aborted task is not an error.
 * @param {() => Promise<void>} task
 * @param {(error: Error) => void} onTrouble
 */
async function attempt(task, onTrouble) {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name !== 'AbortError') onTrouble(error);
  }
}
/**
 * Returns an element that describes an error and offers a retry.
 * @param {Error} error
 * @param {() => void} retry
 */
function notice(error, retry) {
  const trouble = error instanceof Trouble ? error : new Trouble('failed', undefined, error.message);
  /** @type {Readonly<Record<string, string>>} */
  const reasons = { offline: t('offlineWhy'), slow: t('slowWhy'), garbled: t('garbledWhy', String(trouble.status)) };
  const why = reasons[trouble.kind] ?? trouble.message;
  return el('div', { class: 'notice' }, el('h3', {}, t(trouble.kind)), el('p', {}, why), button(t('retry'), retry));
}
