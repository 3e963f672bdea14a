/** What may hold a semicolon that ends no statement, and what ends one; a dollar quote ends with the tag that it begins with. */
const PARTS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_][A-Za-z0-9_]*)?\$)[\s\S]*?\1|;/g;

const isComment = (part: string): boolean => part.startsWith('--') || part.startsWith('/*');

/** Splits SQL into its statements, without comments between and within them; what stands in quotes stays as it is. */
export function splitStatements(sql: string): string[] {
  const parts = sql.replace(PARTS, (part) => {
    if (part === ';') return '\0';
    return isComment(part) ? ' ' : part;
  });
  return parts
    .split('\0')
    .map((statement) => statement.trim())
    .filter(Boolean);
}
