type Sharp = typeof import('sharp')['default'];

let opened: Promise<Sharp> | undefined;

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Loads the decoder of pictures with the first picture: with the engine inside, a process that answers merchants alone never holds it (decision 0098). */
export function openSharp(): Promise<Sharp> {
  opened ??= load();
  return opened;
}
