import Type from 'typebox';
import { textIn } from '../../domain/text.ts';
import { PROGRAM_VERSION } from '../../program.ts';
import { jsonOperation } from '../operation.ts';
import { one, required, TRUE } from '../params.ts';

/** The version of the interface that is answered (decisions 6). */
const API_VERSION = 2.9;

/** GET /node.do?about=true: the system information. */
export const about = jsonOperation({
  endpoint: 'node.do',
  selectors: ['about'],
  summary: 'System information',
  params: { about: required(one(TRUE, 'Must be true')) },
  result: Type.Object({
    apiVersion: Type.Number(),
    cacheTimeSeconds: Type.Integer(),
    platformVersion: Type.String(),
    containerLanguages: Type.Array(Type.String()),
    customFieldLanguages: Type.Array(Type.String()),
    defaultLanguage: Type.String(),
    guiLanguages: Type.Array(Type.String()),
    infoField: Type.Array(Type.Object({ id: Type.Integer() })),
    maxSearchResults: Type.Integer(),
    nodeTypes: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), value: Type.String(), type: Type.String() }),
    ),
    supportEmail: Type.String(),
    userId: Type.Optional(Type.Integer()),
  }),
  handle: async ({ model, settings, locale, viewer, messages }) => ({
    data: {
      apiVersion: API_VERSION,
      cacheTimeSeconds: settings.cache.seconds,
      platformVersion: PROGRAM_VERSION,
      containerLanguages: [...model.languages],
      customFieldLanguages: [...model.languages],
      defaultLanguage: model.defaultLanguage,
      guiLanguages: [...messages.languages],
      infoField: [...model.infoFields.keys()].map((id) => ({ id })),
      maxSearchResults: settings.maxSearchResults,
      nodeTypes: [...model.nodeTypes.values()].map((type) => ({
        id: String(type.id),
        name: textIn(type.name, locale, model),
        value: type.key,
        type: type.isPermissionDefining ? 'permission_defining' : 'non_permission_defining',
      })),
      supportEmail: settings.supportEmail ?? '',
      ...(viewer.userId === undefined ? {} : { userId: viewer.userId }),
    },
  }),
});
