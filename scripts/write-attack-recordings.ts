import { parseArgs } from 'node:util';
import { writeRecordings } from '@titular/test-kit/faces/write-recordings.ts';

const MOST = 100;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string', default: '3' } },
});
const [directory] = positionals;
const each = Number(values.each);
if (!directory || !Number.isInteger(each) || each < 1 || each > MOST) {
  console.error('Usage: node scripts/write-attack-recordings.ts DIR [--each N]   (N from 1 to 100)');
  process.exit(2);
}
await writeRecordings(directory, each);
console.log(`Simulated recordings stand in ${directory}, ${each} of each kind.`);
