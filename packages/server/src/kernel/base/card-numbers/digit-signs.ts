/** Runs of signs that Unicode gives the value of a digit, but no decimal one: the first sign, its value, and the value of the last (UAX 44, Numeric_Value). */
const RUNS = `
  c78:0-3 c7c:1-3 1369:1-9 17f0:0-9 19da:1 2160:1-9 2170:1-9 2185:6 24f5:1-9 24ff:0 2776:1-9 2780:1-9 278a:1-9 3007:0 3021:1-9
  a6e6:1-9 a6ef:0 10107:1-9 10142:1 10143:5 10148:5 1014f:5 10158:1 10159:1 1015a:1-2 1015c:2 1015d:2 1015e:2 1015f:5 10173:5
  1018a:0 102e1:1-9 10320:1 10321:5 103d1:1-2 10858:1-3 10879:1-5 108a7:1-4 108ab:4-5 108fb:1 108fc:5 10916:1 1091a:2-3
  109c0:1-9 10a40:1-4 10a7d:1 10a9d:1 10aeb:1 10aec:5 10b58:1-4 10b78:1-4 10ba9:1-4 10cfa:1 10cfb:5 10e60:1-9 10f1d:1-5
  10f51:1 10fc5:1-4 11052:1-9 111e1:1-9 11c5a:1-9 12400:2-9 12408:3-9 1240f:4-9 12415:1-9 1241e:1-5 12423:2-3 12425:3-9
  1242c:1-3 1242f:3-5 12434:1-3 12437:3-5 1243a:3 1243b:3-4 1243d:4 1243e:4 1243f:4 12440:6-7 12442:7 12443:7-8 12445:8-9
  12447:9 12448:9 12449:9 1244a:2-6 1244f:1-4 12453:4-5 12455:5 12456:2-3 12458:1-2 12469:4-9 16e80:0-9 16e94:1-3 1d2c0:0-9
  1d2e0:0-9 1d360:1-9 1d372:1-5 1d377:1 1d378:5 1e8c7:1-9 1ec71:1-9 1eca3:1-9 1ecb1:1-2 1ed01:1-9 1ed2f:2-9 1f10b:0 1f10c:0`;

/** Ideographs of each value from zero to nine, and signs that are drawn as a digit. */
const IDEOGRAPHS = [
  '零⓪',
  '一壱壹幺弌𠤪⓵',
  '㒃二兩弍弐貮貳贰𢎐⓶',
  '三仨叁参參叄弎𠫽𠬙𢦘𣬛⓷',
  '亖四肆𠁤𠃢𦉭⓸',
  '㐅㠪五伍𠄡⓹',
  '六陆陸𠫪⓺',
  '㭍七柒漆𠀁⓻',
  '八捌⓼',
  '九廾玖⓽',
];

function signsOf(run: string): [sign: string, value: string][] {
  const [start = '', values = ''] = run.split(':');
  const [first = 0, last = first] = values.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => [
    String.fromCodePoint(Number.parseInt(start, 16) + at),
    String(first + at),
  ]);
}

const VALUES: ReadonlyMap<string, string> = new Map([
  ...IDEOGRAPHS.flatMap((row, value) => [...row].map((sign) => [sign, String(value)] as const)),
  ...RUNS.trim().split(/\s+/).flatMap(signsOf),
]);
const SIGN = new RegExp(`[${[...VALUES.keys()].join('')}]`, 'gu');

/** Writes as ASCII the signs that have the value of a digit without being decimal digits: of Ethiopic, Chinese or Roman numbers, and others. */
export const digitSignsToAscii = (text: string): string =>
  text.replace(SIGN, (sign) => VALUES.get(sign) ?? sign);
