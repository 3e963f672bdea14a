import { randomBytes } from 'node:crypto';
import { isFinalStatus, type TransactionStatus } from '@titular/client';

/** The price of the one thing that the shop sells, as the transaction takes it: with its currency, the page shows it too. */
export const PRICE = { value: 99.9, currency: 'BRL' };

const SIGN = 'R$';
/** The price as buyers read it. */
export const SHOWN_PRICE = `${SIGN} ${PRICE.value.toFixed(2)}`;

/** The thing that is bought, as checkout and order show it. */
export const PRODUCT = `<section class="product"><img src="/grinder.svg" alt="A wooden coffee grinder" />
        <strong>Coffee grinder</strong><span>Beech, 1 piece</span><strong>${SHOWN_PRICE}</strong></section>`;

/** Letters and digits that nobody takes for one another (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Form of the numbers of orders, as the checkout gets them. */
export const NUMBER = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** A new number, short enough to be read out; its 40 random bits keep orders from being guessed. */
export function newNumber(): string {
  const text = [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

const WORDS: Readonly<Partial<Record<TransactionStatus, string>>> = {
  waiting: 'We are waiting for your selfie.',
  processing: 'We are checking your selfie.',
  shared: 'We are waiting for the cardholder.',
  approved: 'Thank you, your card is confirmed.',
};
const NOT_APPROVED = 'We could not confirm your card. Please choose another way to pay.';

/** The page of an order, which looks again every two seconds until the order has its end. */
export function orderPage(number: string, status: TransactionStatus, link: string | undefined): string {
  const isEnd = isFinalStatus(status);
  const open =
    status === 'waiting' && link
      ? `<p><a class="button" href="${link}" target="_blank">Take the selfie</a></p>
      <small>On a device with a camera.</small>`
      : '';
  const again = isEnd ? '<p><a class="button" href="/">Back to the shop</a></p>' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Order ${number} · Demo Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    ${isEnd ? '' : '<meta http-equiv="refresh" content="2" />'}
    <link rel="icon" href="/icon.svg" /><link rel="stylesheet" href="/shop.css" /></head>
    <body><header><img src="/icon.svg" alt="" />Demo Shop</header><main><h1>Order ${number}</h1>
    <p id="state" role="status" data-status="${status}"${isEnd ? ' data-end' : ''}>${WORDS[status] ?? NOT_APPROVED}</p>
    ${PRODUCT}${open}${again}</main></body></html>`;
}
