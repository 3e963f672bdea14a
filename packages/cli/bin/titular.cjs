#!/usr/bin/env node
// Whatever Node.js stands first in the path runs this file, so it is written for old ones: Node.js 12 reads all of it.
const OLDEST = 24;
const CHECKOUT = /[\\/]packages[\\/]cli[\\/]bin$/;
// A checkout brings a Node.js of its own; the package for npm does not.
const remedy = CHECKOUT.test(__dirname)
  ? `run \`cd ${__dirname.replace(CHECKOUT, '')} && npx titular …\`, which takes the Node.js that comes with it.`
  : 'install a newer one.';

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(`titular needs Node.js ${OLDEST} or newer and this is ${process.versions.node}: ${remedy}`);
  process.exitCode = 2;
} else {
  import('../src/main.ts');
}
