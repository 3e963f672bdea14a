import { parseCardName } from '@titular/server/transactions/create/card-name.ts';
import { describe, expect, test } from 'vitest';
import { GENUINE_NAMES } from './genuine-names.ts';

/** Bytes 128 to 255 of pages that no decoder of the platform knows, by the characters of their letters and of what UTF-8 begins with. */
const DOS: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

const ONE_BYTE = [
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874].map((page) => `windows-${page}`),
  ...['koi8-r', 'koi8-u', 'ibm866', 'macintosh', 'x-mac-cyrillic'],
];
const TWO_BYTES = ['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'];

const readBy = (table: string, bytes: Uint8Array): string => {
  if (table === 'latin-1') return Buffer.from(bytes).toString('latin1');
  const characters = DOS[table] && [...DOS[table]];
  if (!characters) return new TextDecoder(table).decode(bytes);
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : characters[byte - 128])).join(
    '',
  );
};

/** Names of more than one word, as cards have them, that are not written in plain letters alone. */
const names = Object.values(GENUINE_NAMES)
  .flat()
  .filter((name) => /[^\0-\x7f]/.test(name) && [...name].length > 3)
  .slice(0, 252);
const encoded = names.map((name) => new TextEncoder().encode(name));
const accepted = (texts: readonly string[]): string[] =>
  texts.filter((text) => parseCardName(text).kind === 'name');

describe('UTF-8 that was read by another table', () => {
  test.each(['latin-1', ...ONE_BYTE, ...TWO_BYTES, ...Object.keys(DOS)])(
    '%s: at least 250 of 252 names are refused (C4, R28)',
    (table) => {
      expect(names).toHaveLength(252);
      const misread = encoded.map((bytes) => readBy(table, bytes));
      expect(accepted(misread).length, accepted(misread).join(', ')).toBeLessThanOrEqual(2);
    },
  );

  test.each(['latin-1', 'windows-1250', 'windows-1252', 'iso-8859-2', 'macintosh'])(
    '%s: also when capitals were made of it, or it was read so twice (C4)',
    (table) => {
      const misread = encoded.map((bytes) => readBy(table, bytes));
      const twice = misread.map((text) => readBy(table, new TextEncoder().encode(text)));
      const large = accepted(misread.map((text) => text.toUpperCase()));
      expect(large.length, large.join(', ')).toBeLessThanOrEqual(10);
      expect(accepted(twice).length).toBeLessThanOrEqual(2);
    },
  );

  test.each(['JoĂŁo', 'AntĂ´nio', 'GĂĽell', 'PelĂŠ', 'JoĂŁo da Silva', 'Jean–JoĂŁo', 'JOĂŁO'])(
    '%s is damaged text (C4)',
    (text) => {
      expect(parseCardName(text)).toEqual({ kind: 'refused', problem: 'encoding' });
    },
  );
});
