// Makes the types of the elements for React and Vue, and components of React, from the manifest of the elements. Runs on the
// Node of the machine, without dependencies.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Events that React and Vue know themselves. */
const isOurs = ({ name }) => name.startsWith('abs-');

const TYPES = `/** What an element takes: these of its properties, and listeners of these of its events. */
type Own<Element, Properties extends keyof Element, Events extends keyof ElementEvents> = {
  [Name in Properties]?: Element[Name] | undefined;
} & {
  [Name in Events as \`on\${Name}\`]?: ((event: ElementEvents[Name]) => void) | undefined;
};
`;

const LISTENERS = `/** As Vue types the listener of \`@abs-query\`. */
type Listeners<Props> = {
  [Name in keyof Props as Name extends \`onabs-\${infer Event}\` ? \`onAbs\${Capitalize<Event>}\` : Name]: Props[Name];
};`;

/** Writes react.js, react.d.ts, vue.js and vue.d.ts into `folder`, which has the compiled elements. */
export function writeFrameworks(root, folder) {
  const { modules } = JSON.parse(readFileSync(join(root, 'packages/components/custom-elements.json'), 'utf8'));
  const elements = modules.map(({ path, declarations: [element] }) => ({
    ...element,
    module: path.replace('dist', '.'),
    properties: element.members.filter(({ kind, readonly }) => kind === 'field' && !readonly).map(({ name }) => name),
    events: element.events.filter(isOurs).map(({ name }) => name),
  }));
  const write = (file, ...parts) => writeFileSync(join(folder, file), `${parts.flat().join('\n')}\n`);
  const imports = [
    `import type { ElementEvents } from './catalogue/event-details.js';`,
    ...elements.map(({ name, module }) => `import type { ${name} as ${name}Element } from '${module}';`),
    '',
    TYPES,
  ];
  const own = ({ name, properties, events }) => `Own<${name}Element, ${union(properties)}, ${union(events)}>`;

  copyFileSync(join(root, 'scripts/react-component.js'), join(folder, 'react-component.js'));
  write(
    'react.js',
    `'use client';`,
    `import { component } from './react-component.js';`,
    elements.map(
      ({ name, tagName, module, properties, events }) =>
        `export const ${name} = /* @__PURE__ */ component('${tagName}', () => import("${module}"), ${JSON.stringify(properties)}, ${JSON.stringify(events)});`,
    ),
  );
  write(
    'react.d.ts',
    `import type { HTMLAttributes, JSX, RefAttributes } from 'react';`,
    imports,
    'type Props<Element extends HTMLElement, OwnProps> = OwnProps & Omit<HTMLAttributes<Element>, keyof OwnProps> & RefAttributes<Element>;',
    elements.map((element) => `type ${element.name}Props = Props<${element.name}Element, ${own(element)}>;`),
    elements.flatMap(({ name, tagName }) => [
      `/** \`${tagName}\`, also where a server renders it. */`,
      `export function ${name}(props: ${name}Props): JSX.Element;`,
    ]),
    `declare module 'react' {`,
    '  namespace JSX {',
    '    interface IntrinsicElements {',
    elements.map(({ name, tagName }) => `      '${tagName}': ${name}Props;`),
    '    }',
    '  }',
    '}',
  );
  write('vue.js', 'export {};');
  write(
    'vue.d.ts',
    `import type { HTMLAttributes } from 'vue';`,
    imports,
    LISTENERS,
    'type Component<Element, OwnProps> = new () => Element & { $props: Listeners<OwnProps> & Omit<HTMLAttributes, keyof OwnProps> };',
    `declare module 'vue' {`,
    '  interface GlobalComponents {',
    elements.map((element) => `    '${element.tagName}': Component<${element.name}Element, ${own(element)}>;`),
    '  }',
    '}',
  );
}

function union(names) {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
}
