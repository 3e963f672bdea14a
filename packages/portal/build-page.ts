import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Builds the page for production, whatever the environment of the process says: React and Vite decide by `NODE_ENV`. */
export async function buildPage(options: InlineConfig['build']): Promise<Rolldown.RolldownOutput[]> {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    const built = await build({ root, logLevel: 'error', ...(options && { build: options }) });
    return [built].flat().filter((one) => 'output' in one);
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}
