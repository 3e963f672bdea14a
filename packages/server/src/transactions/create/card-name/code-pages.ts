/** Gives the bytes of a character in one code page, or nothing where it has none. */
export type CodePage = { label: string; bytesOf: (character: string) => readonly number[] | undefined };

/** Characters of the bytes 128 to 255 of pages of DOS, which no decoder of the platform knows; an underline stands for none. */
const DOS_PAGES: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp737:
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  cp775:
    'ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u00ad±“¾¶§÷„°∙·¹³²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  cp855:
    'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0',
  cp857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ_ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ_×ÚÛÙìÿ¯´\u00ad±_¾¶§÷¸°¨·¹³²■\u00a0',
  cp860:
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp862:
    'אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp861:
    'ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp863:
    'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp869:
    '______Ά_·¬¦‘’Έ―ΉΊΪΌ__ΎΫ©Ώ²³ά£έήίϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐└┴┬├─┼ΠΡ╚╔╩╦╠═╬ΣΤΥΦΧΨΩαβγ┘┌█▄δε▀ζηθικλμνξοπρσςτ΄\u00ad±υφχ§ψ΅°¨ωϋΰώ■\u00a0',
};

/** Pages of one byte a character that the platform's decoder knows (WHATWG Encoding, section 9). */
const ONE_BYTE_LABELS = [
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874].map((page) => `windows-${page}`),
  ...['koi8-r', 'koi8-u', 'ibm866', 'macintosh', 'x-mac-cyrillic'],
];

/** Pages of East Asia, of up to two bytes a character (WHATWG Encoding, sections 10 to 12). */
const TWO_BYTE_LABELS = ['gbk', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'];

const FIRST_HIGH = 0x80;

function addCharacter(bytes: Map<string, readonly number[]>, character: string, sequence: number[]): void {
  if (character !== '\ufffd' && [...character].length === 1 && !bytes.has(character))
    bytes.set(character, sequence);
}

function oneByteCharacters(characters: string): Map<string, readonly number[]> {
  const bytes = new Map<string, readonly number[]>();
  for (const [index, character] of [...characters].entries())
    addCharacter(bytes, character, [FIRST_HIGH + index]);
  return bytes;
}

const highBytes = (label: string): string =>
  new TextDecoder(label).decode(Uint8Array.from({ length: 128 }, (_, index) => FIRST_HIGH + index));

// ISO 8859 and Windows share the upper half; what the page itself leaves open is a control, as in Latin-1.
const LATIN_1 = Array.from({ length: 128 }, (_, index) => String.fromCharCode(FIRST_HIGH + index)).join('');

/** Every sequence stands on a line of its own, so that one call decodes all and a broken one spoils no other. */
function twoByteCharacters(label: string): Map<string, readonly number[]> {
  const sequences: number[][] = [];
  for (let lead = FIRST_HIGH; lead <= 0xff; lead += 1) {
    sequences.push([lead]);
    for (let trail = 0x40; trail <= 0xfe; trail += 1) sequences.push([lead, trail]);
  }
  const lines = Uint8Array.from(sequences.flatMap((sequence) => [...sequence, 0x0a]));
  const decoded = new TextDecoder(label).decode(lines).split('\n');
  const bytes = new Map<string, readonly number[]>();
  for (const [index, sequence] of sequences.entries()) addCharacter(bytes, decoded[index] ?? '', sequence);
  return bytes;
}

const pageOf = (label: string, makeBytes: () => Map<string, readonly number[]>): CodePage => {
  let bytes: Map<string, readonly number[]> | undefined;
  return {
    label,
    bytesOf: (character) => {
      bytes ??= makeBytes();
      return bytes.get(character);
    },
  };
};

/** The code pages by which UTF-8 is read wrongly; the table of each is made when it is first asked. */
export const oneBytePages: readonly CodePage[] = [
  pageOf('latin-1', () => oneByteCharacters(LATIN_1)),
  ...ONE_BYTE_LABELS.map((label) => pageOf(label, () => oneByteCharacters(highBytes(label)))),
  ...Object.entries(DOS_PAGES).map(([label, characters]) =>
    pageOf(label, () => oneByteCharacters(characters.replaceAll('_', '\ufffd'))),
  ),
];

/** Those of two bytes a character. */
export const twoBytePages: readonly CodePage[] = TWO_BYTE_LABELS.map((label) =>
  pageOf(label, () => twoByteCharacters(label)),
);

/** First bytes of the signs in daily use: GB 2312 and JIS X 0208 level 1, and the frequent ones of Big5. */
const DAILY_LEADS: Readonly<Record<string, readonly [number, number]>> = {
  gbk: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  shift_jis: [0x88, 0x97],
};

/** Whether an East Asian standard counts the Chinese character among those in daily use. */
export const isDailyHan = (character: string): boolean =>
  twoBytePages.some(({ label, bytesOf }) => {
    const [least, most] = DAILY_LEADS[label] ?? [1, 0];
    const [lead = 0, trail = 0] = bytesOf(character) ?? [];
    return lead >= least && lead <= most && (label !== 'gbk' || trail > 0xa0);
  });
