/** What may hold a semicolon that ends no statement, and what ends one; a dollar quote ends with the tag that it begins with. */
const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_][A-Za-z0-9_]*)?\$)[\s\S]*?\1|;/g;

const isComment = (token: string): boolean => token.startsWith('--') || token.startsWith('/*');

/** Splits SQL into its statements, without comments between and within them; what stands in quotes stays as it is. */
export function splitStatements(sql: string): string[] {
  const parts = sql.replace(TOKENS, (token) => {
    if (token === ';') return '\0';
    return isComment(token) ? ' ' : token;
  });
  return parts
    .split('\0')
    .map((statement) => statement.trim())
    .filter(Boolean);
}
