import QRCode from 'qrcode';

/** Says what happened: as a line for people, or as JSON for scripts. */
export type Print = (step: string, sentence: string, facts?: Record<string, unknown>) => void;

/** A printer for one of the two kinds of reader. */
export const createPrint = (json: boolean): Print =>
  json
    ? (step, _sentence, facts = {}) => console.log(JSON.stringify({ step, ...facts }))
    : (_step, sentence) => console.log(sentence);

/** Light modules around the code, without which scanners do not find it (ISO/IEC 18004 section 5.3.8). */
const QUIET = 4;

/** White and black of the 256 colours, which no theme of a terminal changes. */
const ON_WHITE = '\x1b[48;5;231;38;5;16m';
const RESET = '\x1b[0m';

/** Two modules of a column as one sign: the upper is its second bit, the lower its first. */
const HALVES = [' ', '▄', '▀', '█'];

/** The link as a QR code for the terminal, so that a phone can take it over: black on white whatever the theme. */
export function qrCode(link: string): string {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'L' });
  const width = modules.size + 2 * QUIET;
  const isDark = (row: number, column: number): boolean => {
    const [y, x] = [row - QUIET, column - QUIET];
    return y >= 0 && x >= 0 && y < modules.size && x < modules.size && modules.get(y, x) === 1;
  };
  const lines: string[] = [];
  for (let row = 0; row < width; row += 2) {
    const signs = Array.from({ length: width }, (_, column) => {
      const lower = row + 1 < width && isDark(row + 1, column);
      return HALVES[(isDark(row, column) ? 2 : 0) + (lower ? 1 : 0)];
    });
    lines.push(`${ON_WHITE}${signs.join('')}${RESET}`);
  }
  return `${lines.join('\n')}\n`;
}
