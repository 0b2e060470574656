/** What scripts/reference/elements.ts reads of the elements for the manifest and the reference. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { declaredElements, readElement } from '../../../scripts/reference/elements.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** An element with these members, whose comment has these tags. */
function read(members: string, tags = '') {
  const source = `/**
 * Shows nothing.
${tags} */
export class AbsSample extends LitElement {
  /** How it looks. */
  declare look: string;
  static styles = css\`\`;
  #secret = 1;
  declare private state: string;
${members}}
`;
  return readElement('abs-sample.ts', source, '', new Map([['abs-close', 'null']]));
}

test('what is public in an element is described, or refused by its name', () => {
  const open = '  /** Opens it. */\n  async open(at: number): Promise<void> {\n  }\n';
  const methods = read(open).methods.map(({ name, parameters }) => [name, parameters]);
  assert.deepEqual(methods, [['open', 'at: number']]);
  assert.doesNotThrow(() => read('  protected override render() {\n  }\n  connectedCallback() {\n  }\n'));
  for (const [members, name] of [
    ['  open(): void {\n  }\n', 'open'],
    ['  /** Opens it. */\n  open = () => {};\n', 'open'],
    ['  readonly length = 3;\n', 'length'],
    ['  declare size: number;\n', 'size'],
    ['  get size() {\n    return 1;\n  }\n', 'size'],
    ["  #leave() {\n    this.tell('abs-close');\n  }\n", 'abs-close'],
    ["  #leave() {\n    this.dispatchEvent(new Event('change', { bubbles: true }));\n  }\n", 'change'],
  ] as const)
    assert.throws(() => read(members), new RegExp(`^Error: abs-sample\\.ts: ${name} `), members);
});

test('what pages may style with ::part is described', () => {
  const sources = join(ROOT, 'packages/components/src');
  const found = globSync('**/*.ts', { cwd: sources }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/\spart="([\w-]+)"/g)].map(([, name]) => name),
  );
  const described = declaredElements(ROOT).flatMap(({ parts }) => parts.map(({ name }) => name));
  assert.deepEqual(described.toSorted(), found.toSorted());
});
