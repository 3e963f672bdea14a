const TOKEN =
  /<\?xml [^<>?]*\?>|<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>|&(?:amp|lt|gt|quot|apos);|[^<>&]/gu;

/** Reads XML without comments, sections or a document type; answers the names of its elements in order, and throws where it is not well-formed. */
export function requireWellFormed(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  let end = 0;
  for (const match of xml.matchAll(TOKEN)) {
    if (match.index !== end)
      throw new Error(`not well-formed at ${JSON.stringify(xml.slice(end, end + 40))}`);
    end += match[0].length;
    const [, closing, name, attributes = '', selfClosing] = match;
    if (name === undefined) continue;
    const keys = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, key]) => key);
    if (new Set(keys).size !== keys.length) throw new Error(`<${name}> has an attribute twice`);
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    if (open.length === 0 && names.length > 0) throw new Error('there are two roots');
    names.push(name);
    if (!selfClosing) open.push(name);
  }
  if (end !== xml.length || open.length > 0) throw new Error(`not closed: ${open.join()}`);
  return names;
}
