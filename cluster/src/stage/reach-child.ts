import { connect, createServer } from 'node:net';

/** Listens on a socket in the file system, which namespaces of the network share, and passes bytes on to a host and port. */
const [path = '', host = '', port = ''] = process.argv.slice(2);
createServer((near) => {
  const far = connect(Number(port), host);
  near.on('error', () => far.destroy()).on('close', () => far.destroy());
  far.on('error', () => near.destroy()).on('close', () => near.destroy());
  near.pipe(far).pipe(near);
}).listen(path);
