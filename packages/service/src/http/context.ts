/** Makes what an operation gets of a request: among others the viewer, and the languages of texts and labels. */
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../../core/src/concurrency/get-or-make.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { Messages } from '../../../core/src/domain/messages.ts';
import { type Bounds, type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import { readersLocale } from '../../../core/src/domain/readers-locale.ts';
import { selectLanguage } from '../../../core/src/domain/text.ts';
import { offeredLanguages } from '../api/languages.ts';
import type { Caller, Context, Services } from '../api/operation.ts';
import { RequestValidity } from '../api/validity.ts';
import type { SignedIn } from '../auth/authentication.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';
import type { Request } from './answer.ts';

/** Returns the texts of a base address by its settings. */
export type MessagesOf = (settings: EndpointSettings) => Messages;

/** A user by groups; without an ID if the user no longer exists. */
export type GroupsOfUser = Partial<Pick<SignedIn, 'user'>> & Pick<SignedIn, 'groups'>;

/** The parts of a request that decide what its operation may see, and in which language. */
interface ContextInput {
  readonly request: Pick<Request, 'signal' | 'onEnd'>;
  readonly caller: Caller;
  readonly settings: EndpointSettings;
  readonly locale: string | undefined;
  /** Undefined if the request has no token. */
  readonly user: GroupsOfUser | undefined;
}

/** Returns the function that makes the context of an operation: all it reads of the request and the catalogue. */
export function openContexts({
  services,
  config,
  messagesOf,
}: {
  readonly services: Services;
  readonly config: Config;
  readonly messagesOf: MessagesOf;
}) {
  const viewers = openViewers();
  const modelOf = openEndpointModels();
  return (state: Snapshot, { request, caller, settings, locale, user }: ContextInput): Context => {
    const { timeZone } = config;
    const now = services.now();
    const viewer = user
      ? viewers.signedIn(state.model, user, settings)
      : viewers.of(state.model, settings.serviceUser, settings);
    return {
      ...selectLanguages(locale, messagesOf(settings), state.model, settings),
      inLanguage: (other) => selectLanguages(other, messagesOf(settings), state.model, settings),
      catalogue: state,
      model: modelOf(state.model, settings),
      viewer,
      caller,
      settings,
      timeZone,
      services,
      now,
      validity: new RequestValidity(viewer, { now, timeZone, settings }),
      startedAt: performance.now(),
      signal: request.signal,
      onEnd: request.onEnd,
    };
  };
}

/**
 * Returns a function that gives the model of an endpoint, without the download formats that the endpoint does not
 * offer. It caches these models for as long as the catalogue's model is in use.
 */
export function openEndpointModels() {
  const models = new WeakMap<CatalogueModel, WeakMap<EndpointSettings, CatalogueModel>>();
  return (model: CatalogueModel, settings: EndpointSettings): CatalogueModel => {
    const { formats } = settings;
    if (formats === null) return model;
    return models
      .getOrInsertComputed(model, () => new WeakMap())
      .getOrInsertComputed(settings, () => ({
        ...model,
        downloadFormats: new Map(model.downloadFormats.entries().filter(([id]) => formats.includes(id))),
      }));
  };
}

/**
 * Selects languages of the endpoint by `locale`: one for the catalogue's texts, and one for the labels of the service,
 * which exist in more languages (interface decisions 2).
 */
function selectLanguages(
  locale: string | undefined,
  messages: Messages,
  model: CatalogueModel,
  settings: Pick<EndpointSettings, 'languages'>,
): Pick<Context, 'locale' | 'labels' | 'guiLanguages'> {
  const offered = offeredLanguages(model, settings);
  const { languages, defaultLanguage } = offered;
  const guiLanguages =
    settings.languages.length === 0
      ? messages.languages
      : messages.languages.filter((language) => languages.includes(language));
  const language = selectLanguage(locale, { languages: [...languages, ...guiLanguages], defaultLanguage });
  return {
    locale: selectLanguage(locale, offered),
    labels: messages.in(language, { languages: model.languages, defaultLanguage }, readersLocale(locale, language)),
    guiLanguages,
  };
}

/** Gives viewers within the bounds of an endpoint; the `Bounds` object must stay the same while the service runs. */
interface Viewers {
  /** Viewer of requests without a token: the configured user, else the catalogue's service user, else nobody. */
  of(model: CatalogueModel, serviceUser: number | null, bounds: Bounds): Viewer;
  /** Viewer of a user with these groups. */
  signedIn(model: CatalogueModel, user: GroupsOfUser, bounds: Bounds): Viewer;
}

/** Most group sets per endpoint whose permissions are cached; the least recently used are evicted. */
const MAX_GROUP_SETS = 64;

/** Caches the computed permissions of each group set until nodes, node types or users change. */
export function openViewers(): Viewers {
  let parts: readonly unknown[] = [];
  let serviceId: number | undefined;
  let cached = new WeakMap<Bounds, LRUCache<string, Viewer>>();

  function refresh(model: CatalogueModel): void {
    const now = [model.trees, model.nodeTypes, model.users];
    if (now.every((part, i) => part === parts[i])) return;
    cached = new WeakMap();
    serviceId = model.users.values().find((user) => user.isService)?.id;
    parts = now;
  }

  function viewerOf(model: CatalogueModel, id: number | undefined, groups: readonly number[], bounds: Bounds): Viewer {
    const key = groups.toSorted((a, b) => a - b).join(',');
    const ofEndpoint = cached.getOrInsertComputed(bounds, () => new LRUCache({ max: MAX_GROUP_SETS }));
    return asUser(
      id,
      getOrMake(ofEndpoint, key, () => viewerFor(model, { id, groups }, bounds)),
    );
  }

  return {
    of: (model, serviceUser, bounds) => {
      refresh(model);
      const id = serviceUser ?? serviceId;
      const user = id === undefined ? undefined : model.users.get(id);
      return viewerOf(model, user?.id, user?.groups ?? [], bounds);
    },
    signedIn: (model, { user, groups }, bounds) => {
      refresh(model);
      return viewerOf(model, user, groups, bounds);
    },
  };
}

/** Users with the same groups have the same permissions, so they share the computed ones. */
function asUser(id: number | undefined, shared: Viewer): Viewer {
  return shared.userId === id ? shared : { ...shared, userId: id, at: (model) => asUser(id, shared.at(model)) };
}
