import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about the headings and landmarks of a site, which an element alone does not have. */
const OF_SITES = ['region', 'page-has-heading-one', 'landmark-one-main'];

/**
 * Violations that axe finds in elements on a page, also in shadow roots: the rule and the elements. All its rules apply, except
 * those of level AAA and experimental ones; of these, names of controls must contain what the controls show.
 */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  return await violationsWithout(page, OF_SITES);
}

/** The same of a whole page, with no rule switched off. */
export const pageViolations = async (page: Page): Promise<readonly string[]> => await violationsWithout(page, []);

/** Those of colours, which are all that another theme changes. */
export const colourViolations = async (page: Page): Promise<readonly string[]> =>
  await violationsWithout(page, [], 'cat.color');

async function violationsWithout(page: Page, rules: readonly string[], tag?: string): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(
    async ([off, only]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const applying = axe
        .getRules(only === undefined ? undefined : [only])
        .filter(({ tags }) => !tags.some((tag) => ['wcag2aaa', 'deprecated', 'experimental'].includes(tag)))
        .map(({ ruleId }) => ruleId)
        .concat(only === undefined ? 'label-content-name-mismatch' : [])
        .filter((rule) => !off.includes(rule));
      const { violations } = await axe.run(document, { runOnly: { type: 'rule', values: applying } });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(' | ')}`,
      );
    },
    [rules, tag] as const,
  );
}
