import type { AssetDetails, Client } from '@asset-browsing-service/client';

/** Reads a general property from the details of an asset by its key; undefined if the asset does not have it. */
export type ReadProperty = (details: Pick<AssetDetails, 'general'>, id: string) => string | undefined;

/** Resolves with the function, which needs the properties because details may name them only in the language of the request. */
export async function openProperties(client: Client, signal: AbortSignal): Promise<ReadProperty> {
  const properties = await client.asset.properties({ properties: true }, { signal });
  const labels = new Map(properties.map(({ id, name }) => [id, name]));
  return ({ general }, id) =>
    Array.isArray(general)
      ? general.find((property) => property.id === id)?.value
      : (general as Readonly<Record<string, string>>)[labels.get(id) ?? ''];
}
