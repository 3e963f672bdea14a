/** A statement as the rules see it: without comments, texts in quotes and bodies of functions, in one line. */
export type Statement = {
  text: string;
  /** The table that it changes or that an index is built on; undefined where there is none. */
  table: string | undefined;
  /** The parts of an ALTER TABLE that commas separate; none for other statements. */
  actions: readonly string[];
};

const QUOTED = /'(?:[^']|'')*'|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1/g;

const TABLE_OF =
  /^(?:ALTER TABLE(?: IF EXISTS)?(?: ONLY)?|CREATE (?:UNLOGGED )?TABLE(?: IF NOT EXISTS)?|UPDATE(?: ONLY)?|DELETE FROM(?: ONLY)?|INSERT INTO|CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?\w+ ON(?: ONLY)?) (\w+)/i;

/** Splits at the commas that stand in no brackets. */
function splitActions(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts.map((part) => part.trim());
}

/** Reads one statement. */
export function readStatement(sql: string): Statement {
  const text = sql.replace(QUOTED, "''").replace(/\s+/g, ' ').trim();
  const [head = '', table] = TABLE_OF.exec(text) ?? [];
  const isAlter = /^ALTER TABLE/i.test(text);
  return { text, table, actions: isAlter ? splitActions(text.slice(head.length)) : [] };
}
