import { type ErrorCode, errorCatalogue, oauthErrorCatalogue } from '@titular/contract';
import { FAULT_CODES, WEBHOOK_CODES } from '../clients/client-codes.ts';

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const named = (rows: typeof WEBHOOK_CODES): string =>
  table(
    ['Code', 'What happened', 'What to do'],
    rows.map(([code, ...cells]) => [`\`${code}\``, ...cells]),
  );

/** docs/errors.md: every code of the API and every sub-code of the token endpoint. */
export function errorsPage(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const api = codes.map((code) => {
    const entry = errorCatalogue[code];
    const pause = entry.retryAfterSeconds === undefined ? '' : 'yes';
    return [`\`${code}\``, String(entry.status), entry.message, entry.happened, entry.remedy, pause];
  });
  const token = Object.entries(oauthErrorCatalogue).map(([subCode, entry]) => [
    `\`${subCode}\``,
    `\`${entry.error}\``,
    String(entry.httpStatus),
    entry.description,
    entry.remedy,
  ]);
  return `# Errors

Generated from the error catalogues in \`packages/contract\` by \`npm run generate\`; a test compares both ways.

## The API

Every refusal is \`{"code": "<string>", "message": "<text>"}\`. The code is stable: write programs against it, and show the
message to people. An answer whose remedy is to wait names the seconds in \`Retry-After\`; the last column marks them. The answer's \`X-Request-Id\` names the request in the operator's log, and its header \`Link\` leads to the code in the reference of the service that answered.

${table(['Code', 'Status', 'Message', 'What happened', 'What to do', 'Retry-After'], api)}

## The token endpoint

\`POST /oauth2/token\` answers errors as RFC 6749 section 5.2 says: \`{"error", "error_description", "sub_code"}\`. The sub-code is
stable and tells one cause from another.

${table(['Sub-code', 'error', 'Status', 'What happened', 'What to do'], token)}

## Webhooks that do not verify

Codes of an error whose kind is \`webhook\`, in the clients of every language. Answer such a request 400, and do nothing else with it.

${named(WEBHOOK_CODES)}

## Without an answer

Codes of an error whose kind is \`network\`, in the clients of every language; in TypeScript the property is \`reason\`. A request that changes something may have been
carried out.

${named(FAULT_CODES)}
`;
}
