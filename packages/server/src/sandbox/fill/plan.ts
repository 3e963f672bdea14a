import { type BrowserFamily, type CreateTransactionRequest, completeCpf } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { CompanyId } from '../../kernel/base/id.ts';
import { COURSES, type Course, EACH_COURSE, OPEN_COURSES, TASK_COURSE } from './courses.ts';
import { between, choose, createDraw, type Draw } from './draws.ts';
import type { Fill } from './fill-store.ts';
import { momentOf } from './moments.ts';

/** Transactions of a fill. */
export const FILL_TOTAL = 500;
/** The last of them are still under way, the very last is the task. */
const OPEN = 17;
/** Each course once, whatever chance says, from this number on. */
const EACH_FROM = 100;
const OPEN_APART_SECONDS = 420;
const TASK_AGE_SECONDS = 3_900;
/** CPFs that begin so are for the test environment; those of scenarios lie below. */
const [FIRST_CPF, LAST_CPF] = [999_100_000, 999_999_998];
const FIRST_ORDER = 20_001;

/** A shop of a fill: its name, what its order numbers begin with, and its share of orders. */
export const SHOPS = [
  { name: 'Loja Aurora (sandbox)', prefix: 'AUR', weight: 50 },
  { name: 'Mercado Ipê (sandbox)', prefix: 'IPE', weight: 32 },
  { name: 'Viagens Maré (sandbox)', prefix: 'MAR', weight: 18 },
] as const;

const NAMES = [
  'Ana Souza',
  'Bruno Almeida',
  'Carla Pereira',
  'Diego Santos',
  'Elisa Rocha',
  'Fabio Lima',
  'Gabriela Nunes',
  'Hugo Barbosa',
  'Irene Castro',
  'Joao Ribeiro',
  'Karina Melo',
  'Lucas Teixeira',
  'Marina Dias',
  'Nelson Moraes',
  'Olivia Cardoso',
  'Paulo Freitas',
] as const;
const BINS = ['41111111', '51234567', '40123412', '55443322', '60621234'] as const;
const BROWSERS: readonly (readonly [BrowserFamily, number])[] = [
  ['chromium', 46],
  ['safari', 30],
  ['samsung', 11],
  ['in_app', 8],
  ['firefox', 3],
  ['other', 2],
];

/** How its webhooks fare: at once, after some tries, or never. */
export type Fate = 'well' | 'late' | 'failed';
const FATES: readonly (readonly [Fate, number])[] = [
  ['well', 88],
  ['late', 8],
  ['failed', 4],
];

/** What one transaction of a fill is to be. */
export type Plan = {
  at: Date;
  companyId: CompanyId;
  request: CreateTransactionRequest;
  course: Course;
  /** When the person opens the page, if ever, how long it is open, and in which browser. */
  openedAt: Date;
  seconds: number;
  browser: BrowserFamily;
  fate: Fate;
  isTask: boolean;
};

const pick = <Value>(draw: Draw, values: readonly Value[]): Value =>
  values[between(draw, 0, values.length - 1)] as Value;

function orderOf(draw: Draw, number: number, shop: number, companyId: CompanyId): CreateTransactionRequest {
  return {
    identity: { key: 'cpf', value: completeCpf(String(between(draw, FIRST_CPF, LAST_CPF))) },
    orderNumber: `${SHOPS[shop]?.prefix}-${FIRST_ORDER + number}`,
    company: companyId,
    card: {
      binDigits: pick(draw, BINS),
      lastDigits: String(between(draw, 0, 9_999)).padStart(4, '0'),
      name: pick(draw, NAMES),
      expirationDate: '12/39',
    },
  };
}

const isOpen = (number: number, total: number): boolean => number >= total - OPEN;

function courseOf(draw: Draw, number: number, total: number): Course {
  if (number === total - 1) return TASK_COURSE;
  if (isOpen(number, total)) {
    const make = OPEN_COURSES[number % OPEN_COURSES.length];
    return make ? make(draw) : TASK_COURSE;
  }
  const make = EACH_COURSE[number - EACH_FROM] ?? choose(draw, COURSES);
  return make(draw);
}

function createdAt(draw: Draw, number: number, { begunAt, total }: Fill): Date {
  if (number === total - 1) return addSeconds(begunAt, -TASK_AGE_SECONDS);
  if (isOpen(number, total)) return addSeconds(begunAt, (number - total) * OPEN_APART_SECONDS);
  return momentOf((number + draw()) / (total - OPEN), begunAt);
}

/** What the transaction with a number is to be: the same at each call, in whichever process. */
export function planOf(fill: Fill, number: number): Plan {
  const draw = createDraw(`${fill.seed} ${number}`);
  const at = createdAt(draw, number, fill);
  const shops = SHOPS.map(({ weight }, place) => [place, weight] as const);
  const isTask = number === fill.total - 1;
  const shop = isTask ? 0 : choose(draw, shops);
  const companyId = fill.companyIds[shop] as CompanyId;
  const course = courseOf(draw, number, fill.total);
  const waits = isOpen(number, fill.total) ? between(draw, 20, 200) : between(draw, 15, 1_500);
  return {
    ...{ at, companyId, course, isTask },
    request: orderOf(draw, number, shop, companyId),
    openedAt: addSeconds(at, waits),
    seconds: between(draw, 40, 600),
    browser: choose(draw, BROWSERS),
    fate: choose(draw, FATES),
  };
}
