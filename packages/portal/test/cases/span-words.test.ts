import { expect, test } from 'vitest';
import { spanWords } from '../../src/pages/case/timeline/clock-time.ts';

test.each([
  [0, '–', '–', '–'],
  [59.9, '59 seconds', '59 segundos', '59 segundos'],
  [60, '1 minute', '1 minuto', '1 minuto'],
  [400, '6 minutes, 40 seconds', '6 minutos e 40 segundos', '6 minutos y 40 segundos'],
  [5_412, '1 hour, 30 minutes', '1 hora e 30 minutos', '1 hora y 30 minutos'],
  [86_400, '1 day', '1 dia', '1 día'],
  [200_000, '2 days, 7 hours', '2 dias e 7 horas', '2 días y 7 horas'],
])('%d seconds are said in at most two units', (seconds, en, pt, es) => {
  expect([spanWords(seconds, 'en-US'), spanWords(seconds, 'pt-BR'), spanWords(seconds, 'es-ES')]).toEqual([
    ...[en, pt, es],
  ]);
});
