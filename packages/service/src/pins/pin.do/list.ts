import Type from 'typebox';
import { integer } from '../../../../core/src/domain/values.ts';
import { jsonOperation } from '../../api/operation.ts';
import { integerFrom, mandatory, one, TRUE } from '../../api/params.ts';
import { pinLink } from '../opening.ts';
import { requireOwner, requirePins } from '../owner.ts';

/** Maximum and default number of links on a page (extensions E10). */
const MAX_LINKS = 1000;
const USUAL_LINKS = 100;

/** GET /pin.do?list=true: lists the caller's own links. */
export const list = jsonOperation({
  isLive: true,
  summary: "The caller's own PINs",
  description:
    'Returns one page of the PINs that this user made with a token at this base address, newest first, without those ' +
    'that have expired or were revoked.',
  errors: ['not_configured', 'token_missing', 'not_permitted'],
  params: {
    list: mandatory(one(TRUE, 'Selects this operation; only `true` is accepted')),
    paginate: one(integer(1, MAX_LINKS), 'Number of PINs on a page', { default: USUAL_LINKS }),
    page: one(integerFrom(1), 'Number of the page, from 1. A page beyond the end is empty', { default: 1 }),
  },
  result: Type.Array(
    Type.Object(
      {
        pin: Type.String({ description: 'Code' }),
        link: Type.String({ description: 'Address of the page' }),
        title: Type.String({ description: 'Title of the page; may be empty' }),
        created: Type.Integer({ description: 'When it was made, in epoch milliseconds' }),
        expires: Type.Integer({ description: 'When it ends, in epoch milliseconds' }),
        assets: Type.Integer({ description: 'Number of its assets' }),
        formats: Type.Array(Type.Integer(), { description: 'IDs of its download formats; empty: all' }),
        downloads: Type.Integer({ description: 'How many files and ZIPs were downloaded through it' }),
      },
      { title: 'OwnPin' },
    ),
  ),
  beside: { total: Type.Integer({ description: 'Number of all these PINs' }) },
  handle: async (context) => {
    const { params, services, caller } = context;
    requirePins('list', context);
    const owner = requireOwner('list', context);
    const { paginate, page } = params;
    await services.downloads.written();
    const offset = Math.min((page - 1) * paginate, Number.MAX_SAFE_INTEGER);
    const { pins, total } = await services.pins.list({ now: services.now(), owner, offset, most: paginate });
    const data = pins.map(({ code, title, created, expires, assets, formats, downloads }) => ({
      pin: code,
      link: pinLink(caller.base, code),
      title,
      created,
      expires,
      assets: assets.length,
      formats: [...formats],
      downloads,
    }));
    return { data, total, maxAgeSeconds: 0 };
  },
});
