type Sharp = typeof import('sharp')['default'];

let opened: Promise<Sharp> | undefined;

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Loads the decoder of pictures with the first picture: a process that answers merchants alone never holds it (decision 0098). Where it does not load, the next picture tries again. */
export function openSharp(): Promise<Sharp> {
  opened ??= load().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}
