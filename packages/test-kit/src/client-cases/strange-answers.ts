/** An answer of something that is not the service, byte by byte (Latin-1), and how a call ends by it. */
export type StrangeAnswer = { name: string; answer: string; kind: string; code: string | null };

const api = { kind: 'api', code: null };
const broken = { kind: 'network', code: 'BROKEN_ANSWER' };
const noHttp = { kind: 'network', code: 'CONNECTION' };

/** What every client makes an error of its own of. */
export const STRANGE_ANSWERS: readonly StrangeAnswer[] = [
  {
    ...api,
    name: 'a redirect to no address',
    answer: 'HTTP/1.1 302 x\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n',
  },
  {
    ...api,
    name: 'a redirect to a file',
    answer: 'HTTP/1.1 301 x\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n',
  },
  {
    ...broken,
    name: 'JSON of lists that is nested too deep',
    answer: `HTTP/1.1 200 x\r\n\r\n${'['.repeat(200_000)}`,
  },
  {
    ...broken,
    name: 'JSON of objects that is nested too deep',
    answer: `HTTP/1.1 200 x\r\n\r\n${'{"a":'.repeat(200_000)}`,
  },
  { ...broken, name: 'JSON that is no object', answer: 'HTTP/1.1 200 x\r\n\r\n[]' },
  { ...broken, name: 'bytes that are no text', answer: 'HTTP/1.1 200 x\r\n\r\n\xff\xfe{' },
  { ...noHttp, name: 'no HTTP at all', answer: 'SSH-2.0-x\r\n\r\n' },
  {
    ...noHttp,
    name: 'a header without end',
    answer: `HTTP/1.1 200 x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
  },
  {
    ...noHttp,
    name: 'a broken part',
    answer: 'HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}',
  },
];
