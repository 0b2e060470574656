/** Compiled, never run: what callers may write, and what the types refuse. */
import {
  type Asset,
  type Client,
  connect,
  isServiceError,
  type Node,
  type Page,
  pictureOf,
  previewsOf,
} from '../../src/index.ts';

const client: Client = connect(new URL('https://media.example/'), { token: async () => 'text', retries: 2 });

export async function lists(): Promise<void> {
  const first: Page<Asset> = await client.node.search({
    search: 'lake',
    paginate: 50,
    search_uploaded_after: undefined,
  });
  for await (const page of first) page.items.map(({ name }) => name.toUpperCase());
  const names: string[] = [];
  for await (const asset of first.all())
    names.push(asset.name, pictureOf(asset)?.srcset ?? previewsOf(client, asset).srcset);
  const nodes: readonly Node[] | Node = await client.node.tree({ tree: 1 });
  console.log(nodes, first.total?.toFixed(), (await first.next())?.items.length);
}

export async function files(): Promise<void> {
  const { name, stream } = await client.asset.download({ download: [1, 2] }, { signal: AbortSignal.timeout(9) });
  await stream.pipeTo(new WritableStream());
  console.log(name?.length);
  const { link } = await client.pin.create({ create: [1] });
  console.log(link.length);
}

export async function mistakes(): Promise<void> {
  // @ts-expect-error: there is no such parameter.
  await client.node.search({ serach: 'lake' });
  // @ts-expect-error: the asset is missing.
  await client.asset.details({});
  // @ts-expect-error: IDs are numbers.
  client.asset.thumb.url({ thumb: '1' });
  // @ts-expect-error: there is no such operation.
  await client.node.remove({ remove: 1 });
  try {
    await client.node.about({ about: true });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (error.code === 'not_permitted') console.log(error.data);
    // @ts-expect-error: there is no such code.
    if (error.code === 'forbidden') console.log(error.status);
  }
}
