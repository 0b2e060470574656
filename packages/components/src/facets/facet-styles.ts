import { css } from 'lit';
import { badge } from '../theme/badge.ts';
import { threeLines } from '../theme/three-lines.ts';

/** The look of the facets. */
export const facetStyles = css`
  :host {
    /* Keeps the margin of the first line from collapsing with margins of the page. */
    display: flow-root;
    /* Lets the content for screen readers scroll with the element, so that it does not make the page longer. */
    position: relative;
    min-inline-size: 0;
  }
  abs-chips {
    margin-block-end: 0.5rem;
  }
  section + section {
    border-block-start: 1px solid var(--_line);
  }
  h3 {
    margin: 0;
    font: inherit;
  }
  h3 button {
    inline-size: 100%;
    min-block-size: 2.75rem;
    justify-content: flex-start;
    padding-inline: 0.5rem;
    font-weight: 600;
    text-align: start;
    overflow-wrap: anywhere;
  }
  h3 button[aria-expanded='true'].quiet {
    background: transparent;
  }
  h3 button[aria-expanded='true'].quiet:hover {
    background: var(--_surface-3);
  }
  h3 .title {
    flex: 1;
    min-inline-size: 0;
    text-align: -webkit-match-parent;
  }
  h3 .icon {
    inline-size: 1em;
    block-size: 1em;
    color: var(--_text-2);
    transition: rotate 120ms;
  }
  h3 [aria-expanded='true'] .icon {
    rotate: 180deg;
  }
  .badge {
    ${badge}
  }
  .content {
    padding-block-end: 0.75rem;
  }
  .value {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    min-block-size: 2rem;
    padding: 0.1875rem 0.5rem;
    border-radius: var(--_radius);
    cursor: pointer;
  }
  .value:hover {
    background: var(--_surface-2);
  }
  .value input {
    flex: none;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin: 0;
  }
  .value .name {
    ${threeLines}
  }
  .path {
    display: block;
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .node {
    display: flex;
    align-items: flex-start;
    min-inline-size: 0;
    padding-inline-start: min((var(--_level, 1) - 1) * 1.125rem, 45%);
  }
  .node .value {
    flex: 1;
    min-inline-size: 0;
  }
  .branches .value {
    padding-inline-start: 0.25rem;
  }
  .branches > :is(.more, .none) {
    margin-inline-start: 1.75rem;
  }
  button.twist {
    min-inline-size: 1.75rem;
    min-block-size: 1.75rem;
    margin-block-start: 0.125rem;
    padding: 0;
  }
  button.twist[aria-expanded='true'].quiet:not(:hover) {
    background: transparent;
  }
  .value:has(.bar) .name {
    flex: none;
    min-inline-size: 2.5rem;
    font-variant-numeric: tabular-nums;
  }
  .count {
    flex: none;
    min-inline-size: 2.5rem;
    color: var(--_text-2);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .bar {
    flex: 1;
    min-inline-size: 1rem;
    block-size: 0.375rem;
    border-radius: 0.1875rem;
    background: var(--_surface-3);
    fill: var(--_accent);
  }
  :host(:dir(rtl)) .bar {
    scale: -1 1;
  }
  .find {
    inline-size: 100%;
    margin-block-end: 0.375rem;
  }
  .more {
    min-block-size: 2rem;
    padding-inline: 0.5rem;
    color: var(--_accent);
    font-size: 0.875rem;
  }
  .none {
    margin: 0;
    padding: 0.25rem 0.5rem;
    color: var(--_text-2);
  }
  .none:empty {
    padding: 0;
  }
  .range {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    padding: 0.5rem 0.5rem 0;
  }
  .range label {
    display: grid;
    flex: 1 1 7rem;
    gap: 0.125rem;
    min-inline-size: 0;
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .range input:not([type='checkbox'], [type='radio'], [type='range']) {
    inline-size: 100%;
    min-inline-size: 0;
    padding-inline: 0.375rem;
    color: var(--_text);
  }
  .ghost {
    block-size: 0.75rem;
    margin: 0.75rem 0.5rem;
    border-radius: 0.375rem;
    background: var(--_surface-3);
  }
  .ghost:nth-child(even) {
    inline-size: 60%;
  }
  .panel {
    display: flow-root;
    outline: none;
  }
  .delay {
    display: grid;
    justify-items: start;
    gap: 0.5rem;
    margin: 0.5rem;
    color: var(--_text-2);
  }
`;
