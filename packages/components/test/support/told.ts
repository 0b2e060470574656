import type { Page } from '@playwright/test';

/** Records these events of a page from now on, and returns a function that reads the details of those with a name. */
export async function listenTo(
  page: Page,
  ...names: readonly string[]
): Promise<(name: string) => Promise<readonly Record<string, unknown>[]>> {
  await page.evaluate((wanted) => {
    const told: { name: string; detail: unknown }[] = [];
    Object.assign(globalThis, { told });
    for (const name of wanted)
      document.addEventListener(name, (event) => told.push({ name, detail: (event as CustomEvent).detail }));
  }, names);
  return (name) =>
    page.evaluate((wanted) => {
      const { told } = globalThis as unknown as { told: { name: string; detail: Record<string, unknown> }[] };
      return told.filter((each) => each.name === wanted).map(({ detail }) => detail);
    }, name);
}
