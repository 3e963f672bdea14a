import { Type } from 'typebox';

const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const whole = (description: string) => Type.Object({}, { description });

const listed = {
  ...{ operation: text('Name of the operation.'), method: text(), path: text() },
  ...{ summary: text(), tag: text('Its chapter.') },
};

/** What the tools of the documentation return, by the name of the tool. */
export const DOCUMENTATION_RESULTS = {
  search_documentation: Type.Object({
    found: Type.Array(
      Type.Object({
        page: text('As read_page takes it.'),
        title: text('Title of the page.'),
        section: text('Title of the section.'),
        excerpt: text(),
      }),
    ),
  }),
  read_page: Type.Object({
    page: text(),
    title: text(),
    characters: count('Characters of the whole page.'),
    text: text('The page as Markdown, or this part of it.'),
    next: Type.Optional(count('Where the next part begins, as `from`; absent at the end.')),
  }),
  explain_error: Type.Object({
    code: text(),
    status: count('Status of HTTP.'),
    message: Type.Optional(text('Sentence of the API.')),
    error: Type.Optional(text('Word of RFC 6749, for a sub-code of the token endpoint.')),
    happened: text(),
    remedy: text(),
    retry: text('Whether and when to send the same request again.'),
  }),
  list_operations: Type.Object({ operations: Type.Array(Type.Object(listed)) }),
  describe_operation: Type.Object({
    ...listed,
    description: text(),
    parameters: Type.Optional(Type.Array(whole('A parameter of OpenAPI 3.1.'))),
    requestBody: Type.Optional(whole('A request body of OpenAPI 3.1.')),
    responses: whole('Answers of OpenAPI 3.1 by status; of refusals, the codes.'),
  }),
};
