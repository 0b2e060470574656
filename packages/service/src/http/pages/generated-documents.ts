import { DOCUMENTS, documentBytes } from '../../api/documents.ts';
import type { Config } from '../../config/settings.ts';
import type { Answer, Request } from '../answer.ts';
import { baseAddressOf } from '../base-address.ts';
import { JSON_TYPE } from '../reply.ts';
import { openStaticFiles } from '../static-files.ts';

/**
 * Answers `/openapi.json` and the other documents below each base address; undefined for every other path. They need
 * no token, because they contain nothing of the catalogue.
 */
export function openDocuments(config: Config): (request: Request) => Promise<Answer | undefined> {
  const send = openStaticFiles(documentBytes);
  return async (request) => {
    const { path } = baseAddressOf(request.path, config);
    const name = DOCUMENTS.find((each) => path === `/${each}`);
    return name && (await send(request, name, { 'content-type': JSON_TYPE }));
  };
}
