/* global Titular */

const message = document.getElementById('message');
const pay = document.getElementById('pay');

// The service is where titular.js came from; a shop that bundles the SDK gives baseUrl here.
Titular.init({ type: 'IFRAME' });

/** What the person reads, by what became of it; the shop's server decides by the webhook, never by what a browser says. */
const WORDS = {
  approved: 'Thank you, your card is confirmed.',
  open: 'You can confirm your card later.',
  other: 'We could not confirm your card. Please choose another way to pay.',
  failed: 'The confirmation could not be opened. Please try again.',
};

pay.addEventListener('click', async () => {
  pay.disabled = true;
  try {
    // Your server creates the transaction and passes on `id` and `token` of the answer, and nothing else.
    const response = await fetch('/checkout/transaction', { method: 'POST' });
    const { id, token } = await response.json();
    // Without a token no selfie is needed: the page of the order shows what your server knows.
    if (!token) return location.assign(`/orders/${id}`);
    const outcome = await Titular.open({ transactionId: id, token });
    if (!outcome.concluded) message.textContent = WORDS.open;
    else message.textContent = outcome.status === 'approved' ? WORDS.approved : WORDS.other;
  } catch (error) {
    // `error.code` says what happened, `error.message` what to do about it.
    console.error(error);
    message.textContent = WORDS.failed;
  } finally {
    pay.disabled = false;
  }
});
