import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A property, a method or an event of an element, with what its comment says. */
interface Described {
  readonly name: string;
  readonly description: string;
}

interface ElementProperty extends Described {
  /** As written in TypeScript. */
  readonly type: string;
  /** Name of the attribute that sets it; undefined if none does. */
  readonly attribute: string | undefined;
  readonly isReflected: boolean;
  readonly isReadOnly: boolean;
}

interface ElementEvent extends Described {
  /** As written in TypeScript. */
  readonly type: string;
}

interface ElementMethod extends Described {
  /** What it takes, as written in TypeScript. */
  readonly parameters: string;
  readonly returns: string;
}

/** What users of an element may rely on, read from its declaration. */
export interface DeclaredElement {
  readonly tagName: string;
  readonly className: string;
  /** Path of the module within the folder of sources. */
  readonly file: string;
  readonly description: string;
  readonly events: readonly ElementEvent[];
  readonly slots: readonly Described[];
  /** What pages may style with `::part`. */
  readonly parts: readonly Described[];
  /** Attributes that no property of the element itself belongs to. */
  readonly attributes: readonly Described[];
  readonly properties: readonly ElementProperty[];
  readonly methods: readonly ElementMethod[];
}

const COMMENT = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*`;
const FIELD = new RegExp(String.raw`(?:^ {2}${COMMENT})?^ {2}declare (readonly )?(\w+): ([^;]+);`, 'gm');
const ACCESSOR = new RegExp(String.raw`^ {2}${COMMENT}get (\w+)\(\): ([^{]+?) \{`, 'gm');
const METHOD = new RegExp(String.raw`^ {2}${COMMENT}(?:async )?(\w+)\(((?:[^()]|\([^()]*\))*)\): ([^{]+?) \{`, 'gm');
const DETAIL = /^ {2}'(abs-[a-z]+)': (.*);$/gm;
const CLASS = new RegExp(String.raw`^${COMMENT}export class (\w+) extends (\w+)`, 'm');
/** The first line of a member, whatever stands around its name. */
const MEMBER =
  /^ {2}((?:(?:abstract|async|declare|get|override|private|protected|readonly|set|static) )*)([#*\w]+)\W.*$/gm;
const TOLD = /(?:\btell\(|#tell\(|new Event\()'([\w-]+)'/g;

/** Reads the elements of `packages/components`, in the order of their names. */
export function declaredElements(root: string): readonly DeclaredElement[] {
  const folder = join(root, 'packages/components/src');
  const details = readFileSync(join(folder, 'catalogue/event-details.ts'), 'utf8');
  const types = new Map([...details.matchAll(DETAIL)].map(([, name = '', type = '']) => [name, type]));
  return globSync('abs-*.ts', { cwd: folder })
    .toSorted()
    .map((file) => {
      const source = readFileSync(join(folder, file), 'utf8');
      return readElement(file, source, inheritedSource(folder, source), types);
    });
}

/** The source of the class that an element extends, if it has members for users; empty if not. */
function inheritedSource(folder: string, source: string): string {
  const [, , , parent = ''] = CLASS.exec(source) ?? [];
  const path = new RegExp(String.raw`^import \{ ${parent} \} from '([^']+)';$`, 'm').exec(source)?.[1];
  return path === undefined || parent === 'CatalogueElement' ? '' : readFileSync(join(folder, path), 'utf8');
}

/** Reads an element from its source and that of its class. Refuses what is public and not described, rather than losing it. */
export function readElement(
  file: string,
  source: string,
  inherited: string,
  types: ReadonlyMap<string, string>,
): DeclaredElement {
  const own = propertiesOf(source);
  const [, comment = '', className = ''] = CLASS.exec(source) ?? [];
  if (className === '') throw new Error(`${file} has no element with a comment`);
  const [, ...tags] = comment.split(/^ \* @/m);
  const tagged = (word: string) =>
    tags.flatMap((tag) => {
      const [, kind, name = '', text = ''] = /^(\w+) (\S+)\s+-\s+([\s\S]+)$/.exec(tag) ?? [];
      return kind === word ? [{ name, description: textOf(text) }] : [];
    });
  const element = {
    tagName: basename(file, '.ts'),
    className,
    file,
    description: textOf(comment.split(/^ \* @/m)[0] ?? ''),
    events: tagged('fires').map((event) => {
      const type = types.get(event.name);
      // Events without our prefix are those of HTML.
      if (!event.name.startsWith('abs-')) return { ...event, type: 'Event' };
      if (type === undefined)
        throw new Error(`${file} fires ${event.name}, which catalogue/event-details.ts does not have`);
      return { ...event, type: `CustomEvent<${type}>` };
    }),
    attributes: tagged('attr'),
    slots: tagged('slot'),
    parts: tagged('csspart'),
    properties: [
      ...own,
      ...propertiesOf(inherited).filter(({ name }) => !own.some((property) => property.name === name)),
    ],
    methods: [...source.matchAll(METHOD), ...inherited.matchAll(METHOD)]
      .filter(([, , name = '']) => !/Callback$|^constructor$/.test(name))
      .map(([, text = '', name = '', parameters = '', returns = '']) => ({
        ...{ name, description: textOf(text), returns },
        parameters: parameters.replaceAll(/\s+/g, ' ').replace(/, $/, '').trim(),
      })),
  };
  refuseGaps(element, source + inherited);
  return element;
}

/** Throws if the source has a public member or an event that the element lacks, or if one of them has no description. */
function refuseGaps({ file, properties, methods, events, attributes }: DeclaredElement, source: string): void {
  const described = [...properties, ...methods, ...events, ...attributes];
  const names = new Set(described.map(({ name }) => name));
  const bodies = [...source.matchAll(/^export (?:abstract )?class [\s\S]*?^}/gm)].map(([body]) => body).join('\n');
  const members = [...bodies.matchAll(MEMBER)].flatMap(([, modifiers = '', name = '']) =>
    // What overrides a member of the platform or of Lit is described there.
    /abstract|override|private|protected|static/.test(modifiers) || /^#|^constructor$|Callback$/.test(name)
      ? []
      : [name],
  );
  const told = [...bodies.matchAll(TOLD)].map(([, name = '']) => name);
  for (const name of [...members, ...told])
    if (!names.has(name))
      throw new Error(
        `${file}: ${name} is public, but has no comment, or a form that scripts/reference/elements.ts does not read`,
      );
  for (const { name, description } of described)
    if (description === '') throw new Error(`${file}: ${name} has no description`);
}

function propertiesOf(source: string): readonly ElementProperty[] {
  const [, declared = ''] =
    /static override properties: PropertyDeclarations = \{\n([\s\S]*?)^ {2}\};/m.exec(source) ?? [];
  const options = new Map(
    [...declared.matchAll(/^ {4}(\w+): \{(.*)\},?$/gm)].map(([, name = '', text = '']) => [name, text]),
  );
  const property = (name: string, type: string, text: string, isReadOnly: boolean): readonly ElementProperty[] => {
    const option = options.get(name) ?? 'attribute: false';
    if (option.includes('state: true')) return [];
    const named = /attribute: '([^']+)'/.exec(option)?.[1];
    return [
      {
        name,
        type: type.replaceAll(/\s+/g, ' '),
        description: textOf(text),
        attribute: option.includes('attribute: false') ? undefined : (named ?? name.toLowerCase()),
        isReflected: option.includes('reflect: true'),
        isReadOnly,
      },
    ];
  };
  return [
    ...[...source.matchAll(FIELD)].flatMap(([, text = '', , name = '', type = '']) =>
      property(name, type, text, false),
    ),
    ...[...source.matchAll(ACCESSOR)].flatMap(([, text = '', name = '', type = '']) =>
      property(name, type, text, !source.includes(`\n  set ${name}(`)),
    ),
  ];
}

/** The text of a comment without its stars. */
export function textOf(comment: string): string {
  return comment
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Makes the manifest by which editors and catalogues of elements know them (custom-elements-manifest 2.1.0). */
export function elementsManifest(elements: readonly DeclaredElement[]): string {
  const modules = elements.map((element) => {
    const path = `dist/${element.file.replace(/\.ts$/, '.js')}`;
    const { className: name } = element;
    return {
      kind: 'javascript-module',
      path,
      declarations: [
        {
          kind: 'class',
          customElement: true,
          ...{ name, tagName: element.tagName, description: element.description },
          superclass: { name: 'LitElement', package: 'lit' },
          events: element.events.map((event) => ({ ...event, type: { text: event.type } })),
          ...(element.slots.length > 0 && { slots: element.slots }),
          ...(element.parts.length > 0 && { cssParts: element.parts }),
          attributes: [
            ...element.properties.flatMap(({ name: fieldName, type, attribute, description }) =>
              attribute === undefined ? [] : [{ name: attribute, fieldName, description, type: { text: type } }],
            ),
            ...element.attributes,
          ],
          members: [...element.properties.map(fieldOf), ...element.methods.map(methodOf)],
        },
      ],
      exports: [
        { kind: 'js', name, declaration: { name, module: path } },
        { kind: 'custom-element-definition', name: element.tagName, declaration: { name, module: path } },
      ],
    };
  });
  return `${JSON.stringify({ schemaVersion: '2.1.0', readme: 'README.md', modules }, undefined, 1)}\n`;
}

function fieldOf({ name, type, description, attribute, isReflected, isReadOnly }: ElementProperty): object {
  return {
    kind: 'field',
    ...{ name, description, type: { text: type } },
    ...(attribute !== undefined && { attribute }),
    ...(isReflected && { reflects: true }),
    ...(isReadOnly && { readonly: true }),
  };
}

function methodOf({ name, description, parameters, returns }: ElementMethod): object {
  const taken = parameters === '' ? [] : parameters.split(/, (?=\w+\??:)/);
  return {
    kind: 'method',
    ...{ name, description, return: { type: { text: returns } } },
    ...(taken.length > 0 && {
      parameters: taken.map((one) => {
        const [, parameter = one, mark = '', type = 'unknown'] = /^(\w+)(\?)?: (.*?)(?: = .*)?$/.exec(one) ?? [];
        return { name: parameter, type: { text: type }, ...(mark && { optional: true }) };
      }),
    }),
  };
}

/** Members that HTML gives every form field, which a page need not explain. */
const OF_FORM_FIELDS: ReadonlySet<string> = new Set(
  'form validity validationMessage willValidate labels checkValidity reportValidity setCustomValidity'.split(' '),
);

/**
 * Makes a section of a page for each element: what it is, its example, which is written by hand in `page`, and lists of its
 * properties with their attributes, methods, events, slots and parts. Throws if an element has no example.
 */
export function elementSections(elements: readonly DeclaredElement[], page: string): string {
  return elements
    .map(({ tagName, description, properties, attributes, methods, events, slots, parts }) =>
      [
        `## ${tagName}`,
        description,
        exampleIn(page, tagName),
        ...list('Properties', [
          ...own(properties).map(
            ({ name, attribute, type, description: meaning }) =>
              [
                attribute === undefined ? typed(name, type) : `${typed(name, type)} (\`${attribute}\`)`,
                meaning,
              ] as const,
          ),
          ...named(attributes),
        ]),
        ...list(
          'Methods',
          own(methods).map((one) => [`\`${one.name}(${one.parameters})\``, one.description] as const),
        ),
        ...formFieldNote([...properties, ...methods]),
        ...list('Events', named(events)),
        ...list('Slots', named(slots)),
        ...list('Parts', named(parts)),
      ].join('\n\n'),
    )
    .join('\n\n');
}

function own<T extends Described>(members: readonly T[]): readonly T[] {
  return members.filter(({ name }) => !OF_FORM_FIELDS.has(name));
}

function formFieldNote(members: readonly Described[]): readonly string[] {
  const names = members.filter(({ name }) => OF_FORM_FIELDS.has(name)).map(({ name }) => `\`${name}\``);
  return names.length === 0 ? [] : [`As every form field: ${names.join(', ')}.`];
}

function exampleIn(page: string, tagName: string): string {
  const [, section = ''] = page.split(`\n## ${tagName}\n`);
  const [, example] = /^(?:(?!## )[\s\S])*?^(```html live\n[\s\S]*?^```)$/m.exec(section.split(/^## /m)[0] ?? '') ?? [];
  if (example === undefined) throw new Error(`docs/elements.md has no example of ${tagName}`);
  return example;
}

/** A property with its type, of which undefined goes without saying; a query links to its keys. */
function typed(name: string, declared: string): string {
  const type = declared.replace(' | undefined', '');
  return /\bAssetQuery\b/.test(type) ? `[\`${name}: ${type}\`](#assetquery)` : `\`${name}: ${type}\``;
}

function named(described: readonly Described[]): readonly (readonly [string, string])[] {
  return described.map(({ name, description }) => [`\`${name}\``, description] as const);
}

function list(title: string, rows: readonly (readonly [term: string, meaning: string])[]): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:`, rows.map(([term, meaning]) => `- ${term}: ${meaning}`).join('\n')];
}
