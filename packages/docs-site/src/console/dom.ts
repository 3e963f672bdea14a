type Facts = Readonly<Record<string, string | boolean>>;

/** Makes an element with attributes and children; texts go in as texts. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  facts: Facts = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts))
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(...children);
  return made;
}

/** An element that the document has from the start. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

/** Paragraphs and lists of a description; marks for code stay out, everything else is as it was written. */
export function prose(text: string): HTMLElement[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    const items = lines
      .filter((line) => line.startsWith('- '))
      .map((line) => make('li', {}, ...inline(line.slice(2))));
    const rest = lines.filter((line) => !line.startsWith('- ')).join(' ');
    return make(
      'div',
      {},
      ...(rest ? [make('p', {}, ...inline(rest))] : []),
      ...(items.length > 0 ? [make('ul', {}, ...items)] : []),
    );
  });
}

const inline = (text: string): (Node | string)[] =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`.+`$/.test(part)
        ? make('code', {}, part.slice(1, -1))
        : part.replace(/\*{1,2}([^*]+)\*{1,2}/g, '$1'),
    );
