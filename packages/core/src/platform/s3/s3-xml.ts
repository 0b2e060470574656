import { Parser } from 'htmlparser2';

/**
 * Returns the texts of the children of each element with this name, by the names of the children. Elements deeper down
 * are left out.
 */
export function elementsOf(xml: string, name: string): readonly Readonly<Record<string, string>>[] {
  const found: Record<string, string>[] = [];
  const open: string[] = [];
  let inside = -1;
  const parser = new Parser(
    {
      onopentag: (tag) => {
        open.push(tag);
        if (tag !== name || inside >= 0) return;
        inside = open.length;
        found.push({});
      },
      ontext: (text) => {
        const element = found.at(-1);
        const child = open.at(-1);
        if (!element || child === undefined || open.length !== inside + 1) return;
        element[child] = (element[child] ?? '') + text;
      },
      onclosetag: () => {
        if (open.length === inside) inside = -1;
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}
