import { css } from 'lit';

/** Declarations for the small number on a control, such as that of the chosen filters. */
export const badge = css`
  min-inline-size: 1.375rem;
  padding-inline: 0.375rem;
  border-radius: 0.6875rem;
  background: var(--_accent);
  color: var(--_on-accent);
  font-size: 0.75rem;
  line-height: 1.375rem;
  text-align: center;
`;
