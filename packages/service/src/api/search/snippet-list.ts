import Type from 'typebox';

/** Schema of the snippets of an entry. */
export const SnippetList = Type.Array(
  Type.Object(
    {
      text: Type.String({ description: 'Part of the text of the document, of at most 200 characters' }),
      marks: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
        description: 'Where the words of the search begin and end in `text`, in UTF-16 units',
      }),
      page: Type.Union([Type.Integer(), Type.Null()], { description: 'Page, from 0; null without pages' }),
    },
    { title: 'Snippet' },
  ),
  {
    description: 'Up to three parts of the text of the document where words of the search are, with `search_snippets`',
  },
);
