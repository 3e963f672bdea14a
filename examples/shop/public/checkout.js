const form = document.querySelector('form');
const message = document.querySelector('#message');

// Where the script of the SDK did not load, the order's page still offers the link.
const sdk = window.Titular;
sdk?.init({ type: 'IFRAME' });

/** The shop's server never sees the whole number: the first 8 and the last 4 digits are all it needs. */
function readForm() {
  const { number, identity, name, card } = Object.fromEntries(new FormData(form));
  const digits = card.replace(/\D/g, '');
  return {
    number,
    identity: identity.replace(/\D/g, ''),
    name,
    binDigits: digits.slice(0, 8),
    lastDigits: digits.slice(-4),
  };
}

async function buy() {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/orders', { method: 'POST', headers, body: JSON.stringify(readForm()) });
  const { id, token, page, problem } = await response.json();
  if (problem) throw new Error(problem);
  // Without a token nobody has to do anything. An opening that fails has left the link on the order's page.
  if (token) await sdk?.open({ transactionId: id, token }).catch(console.error);
  window.location.assign(page);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  form.pay.disabled = true;
  message.textContent = '';
  buy().catch((error) => {
    message.textContent = error.message;
    form.pay.disabled = false;
  });
});
