import Type from 'typebox';
import { invalidParameter } from '../../../../core/src/domain/errors.ts';
import { formatsByPosition } from '../../../../core/src/domain/formats.ts';
import { textOf } from '../../../../core/src/domain/values.ts';
import { usualProperties } from '../../../../media/src/inspect/usual-properties.ts';
import { FormatEntry, formatEntry, formatSuits } from '../formats.ts';
import { jsonOperation } from '../operation.ts';
import { mandatory, many } from '../params.ts';

const QUICK = '1';
const ALL = '-1';

const SELECTION = textOf('1 (quick formats), -1 (all formats) or a file extension', (text) => {
  if (text === QUICK || text === ALL) return text;
  const extension = text.toLowerCase().replace(/^\./, '');
  return /^(?!\d+$)[\p{L}\p{N}_+-]{1,32}$/u.test(extension) && !extension.startsWith('-') ? extension : undefined;
});

/** GET /asset.do?downloadformats=1|-1|<ext>,…: lists download formats independently of an asset. */
export const downloadformats = jsonOperation({
  summary: 'Download formats',
  description:
    'Returns all download formats. `downloadformats_for` tells which of them the caller may use for an asset.',
  errors: [],
  params: {
    downloadformats: mandatory(
      many(
        SELECTION,
        '`1` for the quick formats, `-1` for all, or file extensions for the formats that apply to all of them',
      ),
    ),
  },
  result: Type.Array(FormatEntry),
  handle: async (context) => {
    const formats = formatsByPosition(context.model);
    const selection = context.params.downloadformats;
    const special = selection.find((each) => each === QUICK || each === ALL);
    if (special !== undefined && selection.length > 1) {
      throw invalidParameter(`downloadformats: "${special}" stands alone; it can't be combined with others`);
    }
    if (selection.includes(ALL)) return { data: formats.map((format) => formatEntry(format, context)) };
    if (selection.includes(QUICK)) {
      const quick = formats.filter(({ isQuick }) => isQuick);
      return { data: quick.map((format) => ({ ...formatEntry(format, context), position: format.position })) };
    }
    const common = formats.filter((format) =>
      selection.every((extension) => formatSuits(format, { properties: usualProperties(extension) }, context.services)),
    );
    return { data: common.map((format) => formatEntry(format, context)) };
  },
});
