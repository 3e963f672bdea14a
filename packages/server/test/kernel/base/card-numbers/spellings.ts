/** One way to write a number. */
type Spelling = readonly [name: string, write: (number: string) => string];

/** Published test numbers: of each network one, of some a second of another length or range. */
export const TEST_NUMBERS: readonly (readonly [network: string, number: string])[] = [
  ['Visa', '4111111111111111'],
  ['Visa of Elo', '4514160123456785'],
  ['Mastercard', '5555555555554444'],
  ['Mastercard, 2 series', '2223003122003222'],
  ['American Express', '378282246310005'],
  ['American Express, 34', '343434343434343'],
  ['Diners Club', '30569309025904'],
  ['Diners Club, 36', '36227206271667'],
  ['Diners Club, 38', '38520000023237'],
  ['Discover', '6011111111111117'],
  ['JCB', '3530111333300000'],
  ['UnionPay', '6200000000000005'],
  ['UnionPay of 19 digits', '6205500000000000004'],
  ['Maestro', '6759649826438453'],
  ['Maestro, 50', '5000550000000029'],
  ['Elo', '6362970000457013'],
  ['Hipercard', '6062826786276634'],
];

/** 13 digits are no longer issued: they are found by the card at hand alone. */
export const NUMBER_OF_13 = '4222222222222';

const sizes = (number: string): number[] => {
  if (number.length === 15) return [4, 6, 5];
  return number.length === 14 ? [4, 6, 4] : [4, 4, 4, 4, 3];
};

/** The number in the groups that are printed on its card. */
function groupsOf(number: string): string[] {
  const ends = sizes(number).map((_, at, all) => all.slice(0, at + 1).reduce((sum, size) => sum + size));
  return ends.map((end, at) => number.slice(ends[at - 1] ?? 0, end)).filter(Boolean);
}

const joined =
  (gap: string) =>
  (number: string): string =>
    groupsOf(number).join(gap);
const cut =
  (size: number, gap: string) =>
  (number: string): string =>
    (number.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(gap);
const each =
  (write: (digit: string) => string) =>
  (number: string): string =>
    [...number].map(write).join('');
const fromZero = (zero: number) => each((digit) => String.fromCodePoint(zero + Number(digit)));
const hex = (digit: string): string => `3${digit}`;
const fromOne = (one: number): ((number: string) => string) =>
  each((digit) => (digit === '0' ? digit : String.fromCodePoint(one + Number(digit) - 1)));
const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');
const base64BigEndian = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('base64');
const percent = each((digit) => `%3${digit}`);

/** Spellings by which any number is found in any text. */
export const SPELLINGS: readonly Spelling[] = [
  ['plain', (number) => number],
  ['a letter before', (number) => `A${number}`],
  ['letters around', (number) => `A${number}B`],
  ['words around', (number) => `order ${number} paid`],
  ['a number before', (number) => `12345-${number}`],
  ['groups and spaces', joined(' ')],
  ['groups and hyphens', joined('-')],
  ['groups and full stops', joined('.')],
  ['groups and underlines', joined('_')],
  ['groups and no-break spaces', joined('\u00a0')],
  ['groups and two spaces', joined('  ')],
  ['groups and three spaces', joined('   ')],
  ['groups and slashes', joined('/')],
  ['groups and commas', joined(',')],
  ['groups and colons', joined(':')],
  ['groups and bars', joined('|')],
  ['groups and the letter x', joined('x')],
  ['groups and middle dots', joined('·')],
  ['groups and plus signs', joined('+')],
  ['groups and tabs', joined('\t')],
  ['groups and line ends', joined('\r\n')],
  ['groups and hyphens in spaces', joined(' - ')],
  ['groups and en dashes', joined('–')],
  ['groups and stars', joined('*')],
  ['groups and number signs', joined('#')],
  ['groups and backslashes', joined('\\')],
  ['groups and semicolons', joined('; ')],
  ['groups and emoji', joined('💳')],
  ['groups and line tags', joined('<br>')],
  ['groups in elements', (number) => `<b>${joined('</b><b>')(number)}</b>`],
  ['groups and five accents, which are spaces with a mark', joined('\u00a8\u00af\u00b8\u00a8\u00af')],
  ['groups and ten half-width voice marks', joined('\uff9e'.repeat(10))],
  ['zero-width spaces', joined('\u200b')],
  ['soft hyphens', joined('\u00ad')],
  ['an override of the direction', (number) => `\u202e${number}\u202c`],
  ['thousands', (number) => number.replace(/[0-9](?=(?:[0-9]{3})+$)/g, '$&,')],
  ['parentheses', (number) => `(${joined(')(')(number)})`],
  ['a list of texts', (number) => `["${joined('","')(number)}"]`],
  ['comments', joined('<!-- -->')],
  ['each digit apart', cut(1, ' ')],
  ['pairs', cut(2, '-')],
  ['groups of three', cut(3, ' ')],
  ['groups of five', cut(5, '-')],
  ['groups of six', cut(6, ' ')],
  ['zeros before', (number) => number.padStart(20, '0')],
  ['three zeros before', (number) => `000${number}`],
  ['one zero before', (number) => `0${number}`],
  ['zeros before groups', (number) => `000${joined(' ')(number)}`],
  ['zeros behind', (number) => `${number}0000`],
  ['a date before', (number) => `20261122${number}`],
  ['a short date before', (number) => `261122${number}`],
  ['a date before, day first', (number) => `22112026${number}`],
  ['a date behind', (number) => `${number}20261122`],
  ['a short date behind', (number) => `${number}221126`],
  ['a date and a hyphen before', (number) => `20261122-${number}`],
  ['the expiry behind', (number) => `${number}1239`],
  ['expiry and security code behind', (number) => `${number}1239123`],
  ['expiry and security code apart', (number) => `${joined(' ')(number)} 12/39 123`],
  ['a moment before', (number) => `20261122233445${number}`],
  ['a moment with milliseconds before', (number) => `20261122233445123${number}`],
  ['a moment before, day first', (number) => `22112026233445${number}`],
  ['a moment of minutes before', (number) => `202611222334${number}`],
  ['a short moment before', (number) => `261122233445${number}`],
  ['a short moment of minutes before', (number) => `2611222334${number}`],
  ['an hour before', (number) => `2026112223${number}`],
  ['a moment behind', (number) => `${number}20261122233445`],
  ['one digit before', (number) => `7${number}`],
  ['the first track', (number) => `%B${number}^SILVA/MARIA D^39121010000000000000?`],
  ['the second track', (number) => `;${number}=39121010000000000?`],
  ['full-width digits', fromZero(0xff10)],
  ['Arabic digits', fromZero(0x660)],
  ['Devanagari digits', fromZero(0x966)],
  ['mathematical digits', fromZero(0x1d7ce)],
  ['circled digits', each((digit) => '⓪①②③④⑤⑥⑦⑧⑨'.charAt(Number(digit)))],
  ['negative circled digits', each((digit) => '⓿❶❷❸❹❺❻❼❽❾'.charAt(Number(digit)))],
  ['Ethiopic digits', fromOne(0x1369)],
  ['Suzhou digits', fromOne(0x3021)],
  ['Aegean digits', fromOne(0x10107)],
  ['counting rods', fromOne(0x1d360)],
  ['Mayan digits', fromZero(0x1d2e0)],
  ['Roman digits', fromOne(0x2160)],
  ['circled Chinese digits', fromOne(0x3280)],
  ['digits of contracts', each((digit) => '零壹貳參肆伍陸柒捌玖'.charAt(Number(digit)))],
  ['invisible tags', fromZero(0xe0030)],
  ['superscript digits', each((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))],
  ['digits of keys', each((digit) => `${digit}\ufe0f\u20e3`)],
  ['Chinese digits', each((digit) => '〇一二三四五六七八九'.charAt(Number(digit)))],
  ['a mark on each digit', each((digit) => `${digit}\u0332`)],
  ['decimal references', each((digit) => `&#${48 + Number(digit)};`)],
  ['hexadecimal references', each((digit) => `&#x${hex(digit)};`)],
  ['references without an end', each((digit) => `&#00${48 + Number(digit)}`)],
  ['references in references', each((digit) => `&amp;#${48 + Number(digit)};`)],
  ['named spaces', joined('&nbsp;')],
  ['percent encoding', percent],
  ['percent encoding, twice', (number) => percent(number).replaceAll('%', '%25')],
  ['percent encoding, nine times', (number) => percent(number).replaceAll('%', `%${'25'.repeat(8)}`)],
  ['percent encoding, overlong', each((digit) => `%C0%B${digit}`)],
  ['percent-encoded spaces', joined('%20')],
  ['percent-encoded slashes', joined('%2F')],
  ['percent-encoded full-width digits', (number) => encodeURIComponent(fromZero(0xff10)(number))],
  ['percent-encoded references', (number) => encodeURIComponent(each((d) => `&#x3${d};`)(number))],
  ['escapes of JSON', each((digit) => `\\u00${hex(digit)}`)],
  ['escapes of programs', each((digit) => `\\x${hex(digit)}`)],
  ['octal escapes', each((digit) => `\\${(48 + Number(digit)).toString(8).padStart(3, '0')}`)],
  ['code points', each((digit) => `U+00${hex(digit)} `)],
  ['quoted-printable', each((digit) => `=${hex(digit)}`)],
  ['codes of characters', each(hex)],
  ['codes of characters, apart', each((digit) => `0x${hex(digit)}, `)],
  ['base64', base64],
  ['base64 of groups', (number) => base64(joined(' ')(number))],
  ['base64 of a text with accents', (number) => base64(`cartão ${number}`)],
  ['base64 of a text with accents in Latin-1', (number) => base64(`cartão ${joined('·')(number)}`, 'latin1')],
  ['base64 of full-width digits', (number) => base64(fromZero(0xff10)(number))],
  ['base64 of UTF-16', (number) => base64(number, 'utf16le')],
  ['base64 of UTF-16 with accents', (number) => base64(`cartão ${number}`, 'utf16le')],
  ['base64 of UTF-16, big end first', (number) => base64BigEndian(`cartão ${number}`)],
  ['base64 of full-width UTF-16', (number) => base64(fromZero(0xff10)(number), 'utf16le')],
  ['base64 of lines', (number) => base64(`a\n${number}\r\nb\tc`)],
  ['base64 behind bytes', (number) => base64(`\0\u0001\u0002 ${number}`)],
  ['base64 in lines', (number) => base64(`${'order '.repeat(12)}${number}`).replace(/.{76}/g, '$&\r\n')],
  ['base64 of base64', (number) => base64(base64(number))],
  ['base64 nine times', (number) => Array.from({ length: 9 }).reduce<string>((text) => base64(text), number)],
  ['base64 of percent encoding', (number) => base64(percent(number))],
  ['base64 of references in base64', (number) => base64(base64(each((d) => `&#x3${d};`)(number)))],
  ['base64 for addresses', (number) => Buffer.from(`çãoÿ?${number}`).toString('base64url')],
  ['base64 in a path', (number) => `https://a.example/a/bc/${base64(`é ${number}`)}/d`],
  ['base64 in an address', (number) => `https://a.example/?c=${encodeURIComponent(base64(number))}`],
  ['an address', (number) => `https://a.example/?c=${number}`],
  ['an address with plus signs', (number) => `https://a.example/?c=${joined('+')(number)}&d=1`],
  ['an address with encoded spaces', (number) => `https://a.example/?c=${joined('%20')(number)}`],
  ['an address with a path of groups', (number) => `https://a.example/${joined('/')(number)}/back`],
  ['an address with a fragment', (number) => `https://a.example/#${number}`],
  ['a host name', (number) => `https://${number}.a.example/`],
];

/** Spellings that order numbers share, in which a number is found by the first and last digits of the card at hand. */
export const AMBIGUOUS_SPELLINGS: readonly Spelling[] = [
  ['the expiry behind, year first', (number) => `${number}3912`],
  ['digits behind', (number) => `${number}987`],
  ['two digits before', (number) => `98${number}`],
  ['a time before', (number) => `1763840000123${number}`],
  ['uneven groups', (number) => `${number.slice(0, 5)}-${number.slice(5, 12)}-${number.slice(12)}`],
  ['groups of seven', cut(7, '-')],
  ['a fraction', (number) => `0.${number}`],
  ['a large number', (number) => `${number[0]}.${number.slice(1)}E15`],
  ['words between', joined(' and then ')],
  ['the letters O and l', (number) => number.replaceAll('0', 'O').replaceAll('1', 'l')],
  [
    'a parameter for each group',
    (number) =>
      `https://a.example/?${groupsOf(number)
        .map((group, at) => `c${at}=${group}`)
        .join('&')}`,
  ],
];

/** Of scripts and notations that have them, the signs of five and four. */
export const FIVES_AND_FOURS: readonly (readonly [five: string, four: string])[] = [
  ...['፭፬', '〥〤', '𐄋𐄊', '𝍤𝍣', '𝋥𝋤', '𝋅𝋄', 'ⅤⅣ', 'ⅴⅳ', '៵៴', '⑤④', '⑸⑷', '⒌⒋', '⁵⁴', '₅₄', '❺❹', '➄➃'],
  ...[
    '➎➍',
    '⓹⓸',
    '五四',
    '伍肆',
    '㊄㊃',
    '㈤㈣',
    '㐅亖',
    'ꛪꛩ',
    '𐋥𐋤',
    '𐹤𐹣',
    '𑁖𑁕',
    '𑇥𑇤',
    '𑱞𑱝',
    '𖺅𖺄',
    '𞣋𞣊',
    '𞱵𞱴',
    '𞴅𞴄',
    '𐡽𐡼',
  ],
].map((pair) => [...pair] as [string, string]);
