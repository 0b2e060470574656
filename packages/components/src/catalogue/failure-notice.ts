import type { TemplateResult } from 'lit';
import { icon } from '../theme/icons.ts';
import type { Notice } from '../theme/notice.ts';
import type { Catalogue } from './catalogue.ts';
import { describeFailure } from './failures.ts';

/** The content of a notice about an error. */
export interface FailureNotice extends Notice {
  readonly icon: TemplateResult;
  readonly text: string;
}

/**
 * Says why content could not be loaded, with a button that tries again. What the person may not see stays so: the button then asks
 * for another token, or leads `elsewhere` if there are no tokens.
 */
export function failureNotice(
  error: unknown,
  { say, signIn }: Pick<Catalogue, 'say' | 'signIn'>,
  retry: () => void,
  elsewhere?: Notice['action'],
): FailureNotice {
  const { kind, title, text } = describeFailure(error, say);
  const otherToken = signIn && { label: say('sign-in.submit'), run: signIn };
  const action = kind === 'forbidden' ? (otherToken ?? elsewhere) : { label: say('catalogue.retry'), run: retry };
  return { icon: icon('warning'), title, text, action };
}
