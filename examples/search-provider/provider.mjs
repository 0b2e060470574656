// A provider of search_custom: reads short commands such as `red boats type:jpg,png since:2024-01-01 at:12`.
// Its default export gets the text, and gives the parameters of a search (see README.md beside it).

const COMMANDS = {
  type: 'search_extensions',
  since: 'search_uploaded_after',
  until: 'search_uploaded_before',
  at: 'search_node',
  kind: 'search_asset_type',
};

export default function parse(text) {
  const search = {};
  const words = [];
  for (const part of text.split(/\s+/)) {
    const [, command, value] = /^([a-z]+):(.*)$/.exec(part) ?? [];
    if (command === undefined) {
      words.push(part);
      continue;
    }
    const name = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    // A SyntaxError is told to the caller.
    if (name === undefined) throw new SyntaxError(`${command}: is none of ${Object.keys(COMMANDS).join(', ')}`);
    search[name] = value;
  }
  return { ...search, search: words.join(' '), search_text_or_mode: 'false' };
}
