/** What the operations of PINs have in common: whether there are PINs here, and whose they are. */
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Context } from '../api/operation.ts';
import { needsToken } from '../auth/authentication.ts';
import type { PinOwner } from './store/pin-store.ts';

/**
 * Returns the node configured for PINs of this base address. Throws `not_configured` if PINs are switched off or the
 * node does not exist.
 */
export function requirePins(selector: string, { settings, model }: Pick<Context, 'settings' | 'model'>): number {
  const node = settings.pin.parentNode;
  if (node === null)
    throw new ApiError('not_configured', `${selector}: PINs are switched off here; pin.parentNode names no node`);
  if (!model.trees.get(node))
    throw new ApiError('not_configured', `${selector}: node ${node}, which PINs are to belong to, does not exist`);
  return node;
}

/**
 * Returns whose PINs the caller may list and revoke: those that this user made with a token or session at this base address.
 * Throws `token_missing` without one, `not_configured` where nobody can have one.
 */
export function requireOwner(
  selector: string,
  { caller, viewer, settings, services }: Pick<Context, 'caller' | 'viewer' | 'settings' | 'services'>,
): PinOwner {
  if (caller.isSignedIn && viewer.userId !== undefined) return { user: viewer.userId, endpoint: caller.endpoint };
  if (caller.isSignedIn)
    throw new ApiError('not_permitted', `${selector}: links belong to users, and this session is of none`);
  if (!needsToken(settings) && !services.signIn.isOffered)
    throw new ApiError(
      'not_configured',
      `${selector}: this base address knows no users, so no links are anybody's own`,
    );
  throw new ApiError(
    'token_missing',
    `${selector}: a token or a session is needed, because links belong to their user`,
  );
}
