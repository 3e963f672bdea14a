#!/usr/bin/env node
// Whatever Node.js stands first in the path runs this file, so it is written for old ones: Node.js 12 reads all of it.
const OLDEST = 24;
const root = __dirname.replace(/[\\/]packages[\\/]cli[\\/]bin$/, '');

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(
    `titular needs Node.js ${OLDEST} or newer and this is ${process.versions.node}: run \`cd ${root} && npx titular …\`, which takes the Node.js that comes with it.`,
  );
  process.exitCode = 2;
} else {
  import('../src/main.ts');
}
