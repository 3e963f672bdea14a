import QRCode from 'qrcode';

/** Says what happened: as a line for people, or as JSON for scripts. */
export type Print = (step: string, sentence: string, facts?: Record<string, unknown>) => void;

/** A printer for one of the two kinds of reader. */
export const createPrint = (json: boolean): Print =>
  json
    ? (step, _sentence, facts = {}) => console.log(JSON.stringify({ step, ...facts }))
    : (_step, sentence) => console.log(sentence);

/** The link as a QR code for the terminal, so that a phone can take it over. */
export const qrCode = (link: string): Promise<string> =>
  QRCode.toString(link, { type: 'terminal', small: true });
