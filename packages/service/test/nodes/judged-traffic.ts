/** Callers who read, write and download without a pause while something fails, and judge every answer. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../columnar/test/random.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { type Bundle, FIRST_ITEM, generationsIn, ITEMS, LARGE, NODE } from './generations.ts';
import { type History, openHistory } from './history.ts';
import type { NodeProgram } from './node-programs.ts';
import { type Answer, openRequests, type RequestKind, type Requests, type RequestsOptions } from './requests.ts';

const hashOf = (bytes: Uint8Array = Buffer.alloc(0)): string => createHash('sha256').update(bytes).digest('hex');

const READERS = 3;
const WRITERS = 2;
const DOWNLOADERS = 2;
/** A writer goes to another asset after so many reviews, so that lists stay short. */
const REVIEWS_PER_ASSET = 90;

/** Answers that show the generation, of the catalogue and of the search index. */
const PROBES = [
  ...[`/asset.do?details=${FIRST_ITEM}`, `/asset.do?details=${FIRST_ITEM + 1}&cache=false`],
  ...[`/node.do?id=${NODE}&paginate=50`, `/node.do?tree=${NODE}&with_root=true&depth=1`],
  ...['/node.do?search=item&limit=20&cache=false', '/node.do?search=item&limit=5'],
];
const LARGE_FILES = [`/asset.do?download=${LARGE}`, `/asset.do?download=${LARGE}&forcezip=1`];
const PICTURE = '/asset.do?thumb=1000&cache=false';

interface Written {
  readonly asset: number;
  readonly text: string;
  readonly time: number;
}

export interface Traffic {
  readonly requests: Requests;
  readonly generations: History;
  /** True if a node answers every kind of request. */
  isAnswered(node: NodeProgram): Promise<boolean>;
  /** Ends all callers; rejects if one of them failed. */
  stop(): Promise<void>;
  /** Reads all reviews and PINs through a node. Returns those that are missing or there twice. */
  lost(node: NodeProgram): Promise<readonly string[]>;
}

/** Starts callers of all nodes. The catalogue is at generation 1. */
export async function startTraffic(
  nodes: readonly NodeProgram[],
  bundle: Bundle,
  options: RequestsOptions & { readonly lagMilliseconds: number },
): Promise<Traffic> {
  const { lagMilliseconds } = options;
  const requests = openRequests(options);
  const generations = openHistory(options);
  const revisions = openHistory({ lagMilliseconds: Infinity });
  generations.begin(1);
  generations.acknowledge(1);
  revisions.begin(Infinity);
  const reviews: Written[] = [];
  const pins: Written[] = [];
  let isOver = false;

  const [first] = nodes;
  if (!first) throw new Error('no nodes');
  /** Hashes of the files that never change. */
  const right = new Map<string, string>();
  for (const path of [PICTURE, ...LARGE_FILES]) right.set(path, hashOf((await askPatiently(first, path, 'file')).body));
  if (right.get(LARGE_FILES[0] ?? '') !== hashOf(bundle.large)) requests.wrong('the large file has other bytes');

  /** Asks again while the node refuses. */
  async function askPatiently(node: NodeProgram, path: string, kind: RequestKind): Promise<Answer> {
    let answer: Answer | undefined;
    await until(
      async () => {
        answer = await requests.ask(node, path, kind);
        return answer !== undefined;
      },
      `${node.name} does not answer ${path}`,
      A_START,
    );
    return answer as Answer;
  }

  async function read(number: number): Promise<void> {
    const random = seeded(number);
    const ways = [
      readRevision,
      readPicture,
      (node: NodeProgram) => readWritten(node, random.between(0, 1e9)),
      ...PROBES.map((path) => (node: NodeProgram) => readGeneration(node, path)),
    ];
    while (!isOver) {
      const node = random.pick(nodes);
      await random.pick(ways)(node);
      await pause(40);
    }
  }

  async function readGeneration(node: NodeProgram, path: string): Promise<void> {
    const answer = await requests.ask(node, path, 'read');
    if (answer?.status !== 200) return;
    const shown = new Set(generationsIn(answer.body.toString()));
    const [value = 0] = shown;
    if (shown.size !== 1) requests.wrong(`${path} of ${node.name} shows ${[...shown].join(', ')} together`);
    judge(generations, answer, value, path);
  }

  async function readRevision(node: NodeProgram): Promise<void> {
    const answer = await requests.ask(node, '/health', 'read');
    if (answer?.status !== 200) return;
    const { revision } = JSON.parse(answer.body.toString()) as { readonly revision: number };
    judge(revisions, answer, revision, '/health');
  }

  function judge(history: History, answer: Answer, value: number, what: string): void {
    const wrong = history.judge({ ...answer, value, what });
    if (wrong) requests.wrong(wrong);
  }

  async function readPicture(node: NodeProgram): Promise<void> {
    const answer = await requests.ask(node, PICTURE, 'file');
    if (answer?.status === 200 && hashOf(answer.body) !== right.get(PICTURE)) requests.wrong(`${PICTURE}: other bytes`);
  }

  /** Any node must show what was acknowledged `lagMilliseconds` ago. */
  async function readWritten(node: NodeProgram, number: number): Promise<void> {
    const [review, pin] = [reviews[number % reviews.length], pins[number % pins.length]];
    if (review) await readReviews(node, review.asset, performance.now() - lagMilliseconds);
    if (pin && pin.time < performance.now() - lagMilliseconds) await requests.ask(node, pin.text, 'read');
  }

  async function readReviews(node: NodeProgram, asset: number, until: number): Promise<void> {
    const expected = reviews.filter((each) => each.asset === asset && each.time <= until);
    const answer = await requests.ask(node, `/review.do?get=${asset}&paginate=1000`, 'read');
    if (answer?.status !== 200) return;
    const shown = answer.body.toString();
    for (const { text } of expected) {
      if (!shown.includes(`"${text}"`)) requests.wrong(`${node.name} does not show the review ${text} of ${asset}`);
    }
  }

  async function write(number: number): Promise<void> {
    const random = seeded(1000 + number);
    for (let serial = 0; !isOver; serial += 1) {
      const asset = FIRST_ITEM + ((Math.floor(serial / REVIEWS_PER_ASSET) * WRITERS + number) % ITEMS);
      const text = `review-${number}-${serial}.`;
      const node = random.pick(nodes);
      const answer = await requests.ask(node, `/review.do?post=${asset}&rating=3&comment=${text}`, 'write');
      if (answer?.status === 200) {
        reviews.push({ asset, text, time: performance.now() });
        // The caller's own write is in the next answer of the same node.
        await readReviews(node, asset, performance.now());
      }
      await pause(100);
    }
  }

  async function makePins(): Promise<void> {
    const random = seeded(2000);
    while (!isOver) {
      await makePin(random.pick(nodes));
      await pause(150);
    }
  }

  /** Returns whether it was made, and is in the next answer of the same node. */
  async function makePin(node: NodeProgram): Promise<boolean> {
    const answer = await requests.ask(node, '/pin.do?create=1000', 'write');
    if (answer?.status !== 200) return false;
    const { data } = JSON.parse(answer.body.toString()) as { readonly data: { readonly link: string } };
    const text = new URL(data.link).pathname;
    pins.push({ asset: 1000, text, time: performance.now() });
    return (await requests.ask(node, text, 'read')) !== undefined;
  }

  async function isAnswered(node: NodeProgram): Promise<boolean> {
    for (const path of PROBES) if (!(await requests.ask(node, path, 'read'))) return false;
    for (const path of [PICTURE, LARGE_FILES[0] ?? '']) if (!(await requests.ask(node, path, 'file'))) return false;
    return await makePin(node);
  }

  async function download(number: number): Promise<void> {
    const random = seeded(3000 + number);
    while (!isOver) {
      const path = random.pick(LARGE_FILES);
      const body = await requests.download(
        () => random.pick(nodes),
        path,
        () => isOver,
      );
      if (body && hashOf(body) !== right.get(path)) requests.wrong(`${path}: other bytes`);
    }
  }

  async function lost(node: NodeProgram): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const [asset, own] of Map.groupBy(reviews, (each) => each.asset)) {
      const { body } = await askPatiently(node, `/review.do?get=${asset}&paginate=1000`, 'read');
      const shown = body.toString();
      for (const { text } of own) if (shown.split(`"${text}"`).length !== 2) missing.push(text);
    }
    for (const { text } of pins) if ((await askPatiently(node, text, 'read')).status !== 200) missing.push(text);
    return missing;
  }

  const callers = Promise.all([
    ...Array.from({ length: READERS }, (_, number) => read(number)),
    ...Array.from({ length: WRITERS }, (_, number) => write(number)),
    makePins(),
    ...Array.from({ length: DOWNLOADERS }, (_, number) => download(number)),
  ]);
  callers.catch(() => {});
  return {
    requests,
    generations,
    isAnswered,
    stop: async () => {
      isOver = true;
      await callers;
    },
    lost,
  };
}
