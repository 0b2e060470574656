import Type from 'typebox';
import { ApiError, quote } from '../../../../core/src/domain/errors.ts';
import { admitAction, HEAD_REPLY, recordAction } from '../../api/actions.ts';
import { jsonOperation } from '../../api/operation.ts';
import { mandatory, one, TEXT } from '../../api/params.ts';
import { requireOwner, requirePins } from '../owner.ts';
import { hasExpired, pinFingerprint, readPinCode } from '../store/pin.ts';

/** GET /pin.do?revoke=<pin>: ends one of the caller's own links at once. */
export const revoke = jsonOperation({
  isLive: true,
  writes: true,
  summary: 'Revoke a PIN',
  description:
    "Ends one of the caller's own PINs at once: its page is 410 from then on. PINs of others, and those that have " +
    'ended, are 404.',
  errors: ['not_configured', 'token_missing', 'not_permitted', 'prefetch_refused', 'pin_not_found', 'outcome_unknown'],
  params: { revoke: mandatory(one(TEXT, 'Code of a PIN')) },
  result: Type.Object(
    { pin: Type.String({ description: 'Code of the PIN, which has ended' }) },
    { title: 'RevokedPin' },
  ),
  handle: async (context) => {
    const { params, services, caller } = context;
    requirePins('revoke', context);
    const owner = requireOwner('revoke', context);
    await admitAction('pin', 'revoke', context);
    const now = services.now();
    const code = readPinCode(params.revoke);
    const unknown = new ApiError('pin_not_found', `revoke: ${quote(params.revoke)} is none of this user's PINs`);
    if (code === undefined) throw unknown;
    if (caller.checksOnly) {
      const pin = await services.pins.find(code);
      const isOwn = pin && !pin.isAnonymous && pin.creator === owner.user && pin.endpoint === owner.endpoint;
      if (!isOwn || hasExpired(pin, now)) throw unknown;
      return HEAD_REPLY;
    }
    if (!(await services.pinQueue.end(code, { now, owner }))) throw unknown;
    recordAction('pin_revoked', owner.user, context, { pin: pinFingerprint(code) });
    return { data: { pin: code }, maxAgeSeconds: 0 };
  },
});
