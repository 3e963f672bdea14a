import { parseArgs } from 'node:util';
import { verifyArtefact } from './bill/verify-artefact.ts';

const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
const [file] = positionals;

if (file === undefined) {
  console.error(
    'Usage: npm run verify -- <titular-….tgz | titular-….whl | titular-….tar.gz | titular-….oci.tar> [--key release.pub]',
  );
  process.exitCode = 2;
} else {
  try {
    const { files, source, isSigned, problems } = verifyArtefact(file, values.key);
    for (const problem of problems) console.error(problem);
    const signature = isSigned ? 'its signature' : 'no signature (name the public key with --key)';
    if (problems.length > 0) process.exitCode = 5;
    else console.log(`${file}: ${files} files of ${source}; bill, provenance and ${signature} verified.`);
  } catch (error) {
    console.error(`${file} cannot be verified: ${(error as Error).message}`);
    process.exitCode = 5;
  }
}
