import { FIELD } from '../story/fields.ts';
import type { Days } from './days.ts';
import { makeDownloads } from './downloads.ts';
import type { Entry } from './entry.ts';

/** ID of the first asset; the IDs follow the order of all entries. */
const FIRST_ID = 1000;

/** The choice of the field Licence that a public licence says, too. */
const FREE_WITH_CREDIT = 1;

/** Converts some of all entries to assets: assigns IDs and replaces keys with IDs. Drops relations to others. */
export function toAssets(all: readonly Entry[], entries: readonly Entry[], days: Days) {
  const places = entries.map((entry) => ({ entry, id: FIRST_ID + all.indexOf(entry) }));
  const ids = new Map(places.map(({ entry, id }) => [entry.key, id]));
  return places.map(({ entry, id }) => toAsset(entry, id, ids, days));
}

function toAsset(entry: Entry, id: number, ids: ReadonlyMap<string, number>, days: Days) {
  const { ago, older = [], validInDays, validForDays } = entry;
  const relations = (entry.relations ?? []).flatMap(({ type, to }) => {
    const target = ids.get(to);
    return target === undefined || target === id ? [] : [{ type, to: target }];
  });
  const copyright = entry.infofields[FIELD.copyright];
  const licence = entry.infofields[FIELD.licence] === FREE_WITH_CREDIT ? { licence: 'CC-BY-4.0' } : {};
  const downloads = entry.path === undefined ? [] : makeDownloads(entry.key, ago, days);
  return {
    id,
    ...(entry.path === undefined ? {} : { file: entry.path }),
    name: entry.name,
    type: entry.type,
    nodes: [...new Set(entry.nodes)],
    infofields: entry.infofields,
    ...(typeof copyright === 'string' ? { rights: { copyright, ...licence } } : {}),
    uploaded: days.instant(older[0]?.ago ?? ago, 8 + (id % 9), (id * 7) % 60),
    modified: days.instant(ago, 9 + (id % 9), (id * 11) % 60),
    uploaded_by: entry.uploadedBy,
    ...(validInDays === undefined ? {} : { valid_from: days.day(-validInDays) }),
    valid_until: validForDays === undefined ? null : days.day(-validForDays),
    ...(older.length === 0
      ? {}
      : {
          versions: older.map((version, index) => ({
            version: index + 1,
            file: version.picture.path,
            name: entry.name,
            date: days.instant(version.ago, 10),
          })),
        }),
    ...(relations.length === 0 ? {} : { relations }),
    ...(entry.isOnline === true ? { public_urls: onlineAddresses(entry, id) } : {}),
    ...(downloads.length === 0 ? {} : { downloads }),
    ...entry.facts,
  };
}

function onlineAddresses(entry: Entry, id: number): object[] {
  return [
    { id: id * 10 + 1, name: 'Web', url: `https://cdn.velmara.example/web/${entry.name}`, provider: 'cdn' },
    { id: id * 10 + 2, name: 'Print', url: `https://cdn.velmara.example/print/${entry.name}`, provider: 'cdn' },
  ];
}
