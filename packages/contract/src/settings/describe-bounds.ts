import type {
  ChoiceShape,
  CodesShape,
  ListForm,
  ListShape,
  NumberShape,
  SettingShape,
  TextForm,
} from './setting-shape.ts';

const TEXTS: Readonly<Record<TextForm, string>> = {
  amount: 'an amount above 0 of up to 13 digits and 4 decimals',
  colour: '#rrggbb on which white text is readable (contrast 4.5 to 1)',
  'display-name': '1 to 80 characters',
  introduction: '1 to 200 characters without markup or addresses',
  host: 'a host name',
  'https-address': 'an https address without user information, of up to 500 characters',
  email: 'an e-mail address in ASCII',
  phone: 'a telephone number with country code, such as +551140028922',
};

const PARTS: Readonly<Record<ListForm, string>> = {
  host: 'host names',
  origin: 'origins: https, or http on the loopback host',
  'app-scheme':
    'schemes in reverse-domain form, such as `br.com.shop`, or without a dot, such as `shop:any-app-may-claim-it`',
  'address-range': 'addresses or CIDR ranges',
  'time-window': 'windows such as `Mon-Fri 08:00-18:00 America/Sao_Paulo`',
};

const marked = (word: string): string => `\`${word}\``;

/** `a`, `b` or `c`. */
function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function describeNumber({ min, max, isZeroNever, words = {}, hasNone }: NumberShape): string {
  const range = `${min} to ${max}${isZeroNever ? '; 0 is never' : ''}`;
  const others = [...Object.keys(words), ...(hasNone ? ['none'] : [])].map(marked);
  return [range, ...others.slice(0, -1), ...others.slice(-1).map((word) => `or ${word}`)].join(', ');
}

const describeChoice = ({ options, accepted }: ChoiceShape): string =>
  orList(
    options.map((option) =>
      option === accepted?.value
        ? `${marked(option)} (in \`production\`: ${marked(`${option}:${accepted.words}`)})`
        : marked(option),
    ),
  );

function describeCodes({ options, hasFamilies, hasNone, none }: CodesShape): string {
  const codes = options.map(marked).join(', ');
  if (hasFamilies) return `${codes}, or all of a kind, such as ${marked(`${options[0]?.split(':')[0]}:*`)}`;
  const empty = hasNone ? ', an empty list' : ', or an empty list';
  return `any of ${codes}${empty}${hasNone ? `, or \`none\` for the default of the ${none}` : ''}`;
}

const describeList = ({ form, max, alone = [] }: ListShape): string =>
  `up to ${max} ${PARTS[form]}${alone.length > 0 ? `, or ${orList(alone.map(marked))} alone` : ''}`;

/** The bounds of a shape as a part of a sentence, with codes between backticks. */
export function describeBounds(shape: SettingShape): string {
  switch (shape.kind) {
    case 'number':
      return describeNumber(shape);
    case 'choice':
      return describeChoice(shape);
    case 'codes':
      return describeCodes(shape);
    case 'list':
      return describeList(shape);
    default:
      return `${TEXTS[shape.form]}${shape.hasNone ? ', or `none`' : ''}`;
  }
}
