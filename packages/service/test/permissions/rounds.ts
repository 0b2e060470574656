/** One round: a random world behind random endpoints, requested by every operation, before and after a change. */
import assert from 'node:assert/strict';
import { type Random, seeded } from '../../../columnar/test/random.ts';
import { type Model, modelOf } from './model.ts';
import { drawQuestions, type Expected, type Question } from './questions.ts';
import {
  changeWorld,
  drawEndpoints,
  drawWorld,
  type Endpoint,
  UNKNOWN_ASSET,
  UNKNOWN_NODE,
  type World,
} from './world.ts';
import type { Ask, Service, Told } from './world-service.ts';

const addressOf = ({ name }: Endpoint, target: string): string => (name === '' ? `/${target}` : `/${name}/${target}`);

/** Rejects with the first answer that differs from the model's. The same seed and size give the same round. */
export async function playRound(service: Service, seed: number, size: number): Promise<void> {
  const random = seeded(seed);
  const world = drawWorld(random, size);
  const endpoints = drawEndpoints(random, world);
  const ask = service.open(endpoints);
  const questions = drawQuestions(random, world);
  await service.write(world);
  await askAll(random, { world, endpoints, questions, ask });
  await askForHidden(world, [random.pick(endpoints), random.pick(endpoints)], ask);
  // Answers cached so far must be invalidated.
  const changed = changeWorld(random, world);
  await service.write(changed);
  await askAll(random, { world: changed, endpoints, questions, ask });
}

interface Setting {
  readonly world: World;
  readonly endpoints: readonly Endpoint[];
  readonly questions: readonly Question[];
  readonly ask: Ask;
}

/** Sends every request to every endpoint in turn, so that each could hit an answer cached for another caller. */
async function askAll(random: Random, { world, endpoints, questions, ask }: Setting): Promise<void> {
  const models = new Map(endpoints.map((endpoint) => [endpoint, modelOf(world, endpoint)]));
  for (const question of questions) {
    const told: Told[] = [];
    for (const endpoint of endpoints) {
      await explained(question.target, endpoint, world, async () => {
        const target = addressOf(endpoint, question.target);
        const answer = await ask(target);
        check(answer, question.expect(models.get(endpoint) as Model, endpoint));
        assert.deepEqual(await ask(target), answer, 'asked again');
        told.push(answer);
      });
    }
    // An ETag of another caller's answer gives no access.
    const [place, other] = [random.between(0, endpoints.length - 1), random.pick(told)];
    const [endpoint, own] = [endpoints[place] as Endpoint, told[place] as Told];
    const { etag } = other.headers;
    if (etag === undefined) continue;
    await explained(question.target, endpoint, world, async () => {
      const { status } = await ask(addressOf(endpoint, question.target), { 'if-none-match': etag });
      const isSame = own.status === 200 && own.headers['etag'] === etag;
      assert.equal(status, isSame ? 304 : own.status, 'with the ETag of another');
      if (isSame) assert.deepEqual(own.body, other.body);
    });
  }
}

function check(answer: Told, expected: Expected): void {
  const text = answer.headers['content-type']?.startsWith('application/javascript') ? answer.body.toString() : '';
  if (!('data' in expected)) {
    if (answer.status !== expected.orElse) assert.equal(answer.status, expected.status, text);
    return;
  }
  assert.equal(answer.status, expected.status, text);
  const { data, total } = JSON.parse(text) as { data: never; total?: number };
  assert.deepEqual(expected.pick ? expected.pick(data) : data, expected.data);
  assert.equal(total, expected.total, 'total');
}

/** Addresses of every operation that names a node or an asset, in every parameter that does. */
const OF_NODE = [
  ...['node.do?tree=#', 'node.do?tree=#&kind=101', 'node.do?tree=#&kind=103&with_root=true&asset_count=true'],
  ...['node.do?id=#', 'node.do?id=#&kind=102&recursive=true&noderef=true', 'node.do?tree=-1&kind=101&deep_link=#'],
  ...['node.do?search_node=#', 'node.do?search=sea&search_node=#&search_or_mode=true&search_facets=2'],
  ...['node.do?search_folder=#', 'node.do?search_keyword=#', 'node.do?search_infofield=201,#'],
];
const OF_ASSET = [
  ...['node.do?relations=#', 'node.do?relations=#&version=7', 'node.do?relations=#&type=relation1'],
  ...['node.do?search_id=#&search_facets=2&paginate=5', 'asset.do?details=#'],
  ...['asset.do?details=#&details_versions=true&details_public_urls=true', 'asset.do?hits=#&search=sea'],
  ...['asset.do?hits=#&search=sea&page=0', 'asset.do?downloadformats_for=#'],
  ...['asset.do?downloadformats_for=#&versions=true&infofields=201', 'asset.do?download=#'],
  ...['asset.do?download=#&format=1', 'asset.do?download=#&format=2&version=3', 'asset.do?thumb=#'],
  ...['asset.do?thumb=#&page=3', 'asset.do?preview=#&version=1', 'asset.do?preview=#&type=pdf'],
  ...['asset.do?preview=#&type=3D', 'asset.do?preview=#&type=animation', 'asset.do?preview=#&type=video'],
  ...['asset.do?play=#', 'asset.do?play=#&strip=true', 'asset.do?stream=#', 'asset.do?stream=#&playable=true'],
];

/** What a caller may not see is answered byte by byte like what doesn't exist. */
async function askForHidden(world: World, endpoints: readonly Endpoint[], ask: Ask): Promise<void> {
  for (const endpoint of endpoints) {
    const model = modelOf(world, endpoint);
    const node = world.nodes.find(({ id }) => !model.node(id))?.id;
    const asset = world.assets.find(({ id }) => !model.asset(id))?.id;
    const pairs = [
      ...(node === undefined ? [] : OF_NODE.map((query) => [query, node, UNKNOWN_NODE] as const)),
      ...(asset === undefined ? [] : OF_ASSET.map((query) => [query, asset, UNKNOWN_ASSET] as const)),
    ];
    for (const [query, hidden, unknown] of pairs) {
      const askFor = async (id: number) => plain(await ask(addressOf(endpoint, query.replace('#', String(id)))), id);
      await explained(query.replace('#', String(hidden)), endpoint, world, async () => {
        assert.deepEqual(await askFor(hidden), await askFor(unknown));
      });
    }
  }
}

/** Without the ID, and without the ETag that depends on the text. */
function plain({ status, headers, body }: Told, id: number) {
  return { status, headers, body: body.toString().replaceAll(new RegExp(`(?<!"count":)\\b${id}\\b`, 'g'), '#') };
}

/** The error that `work` throws, with everything needed to understand it. */
async function explained(target: string, endpoint: Endpoint, world: World, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const { name, user, roots, formats } = endpoint;
    const lines = [
      `/${name === '' ? '' : `${name}/`}${target}: ${cause instanceof Error ? cause.message : cause}`,
      `user ${user} in the groups ${world.groups.get(user)}; roots ${JSON.stringify([...roots])}, formats ${formats}`,
      `deciding types ${world.decidingTypes}, root of the field ${world.rootNode}`,
      ...[...world.nodes, ...world.assets].map((each) => JSON.stringify(each)),
    ];
    throw new Error(lines.join('\n'), { cause });
  }
}
