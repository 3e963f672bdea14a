import { CHECK_SECONDS, CHECK_TIMEOUT_SECONDS, LOST, PORTS, UNAVAILABLE } from './settings.ts';

/** What a balancer needs to know: where it listens, its certificate, and the public addresses of the nodes. */
export type Balancer = {
  port: number;
  /** Files with certificate and key in PEM, HAProxy wants both in the first; without them nginx and HAProxy speak plain HTTP. */
  certificate?: { chain: string; key: string };
  nodes: readonly string[];
  /** Directory of this file's neighbours. */
  directory: string;
  /** Port on loopback on which Caddy speaks with itself. */
  inside: number;
  /** Asked by HAProxy for the names of nodes, again and again: host and port. */
  nameServer?: string;
};

const HEAD = '# Generated from scripts/deployment by `npm run generate`.';
const LONGEST_REQUEST_SECONDS = 30;
const MAX_HEADER_BYTES = 16_384;

type OwnAnswer = typeof UNAVAILABLE | typeof LOST;

const wholeAnswer = ({ status, body, retryAfterSeconds }: OwnAnswer): string =>
  [
    `HTTP/1.1 ${status} Internal Server Error`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `retry-after: ${retryAfterSeconds}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n');

/** The whole answers that HAProxy gives by itself, by the names of their files. */
export const haproxyAnswers = (): Record<string, string> => ({
  'unavailable.http': wholeAnswer(UNAVAILABLE),
  'lost.http': wholeAnswer(LOST),
});

/** Headers by which a stranger would choose the id of a trace, and that it is kept. */
const TRACE_HEADERS = ['traceparent', 'tracestate'];
const TRACE_COMMENT = [
  '# Strangers choose no trace: take this away where a gateway of yours, which sets these, is the only client.',
];

/** Milliseconds after which a node that acknowledges nothing is gone, also where it owes an answer. */
const SILENT_MS = 4_000;
const SILENCE = [
  `# A node is gone that acknowledges nothing for ${SILENT_MS / 1_000} s, or does not take what it is sent. One that is slow to answer is not.`,
  'option srvtcpka',
  'srvtcpka-idle 2s',
  'srvtcpka-intvl 1s',
  'srvtcpka-cnt 2',
];
/** HAProxy 2.6 does not take it from `default-server`. */
const SERVER_OPTIONS = ` tcp-ut ${SILENT_MS}ms`;

const serverLines = (nodes: readonly string[]): string[] =>
  nodes.map((node, index) => `    server node${index + 1} ${node}${SERVER_OPTIONS}`);

const RESOLVERS = 'names';

/** A node may have no name when HAProxy starts, and another address when it comes back. */
const resolverLines = (nameServer: string): string[] => [
  `resolvers ${RESOLVERS}`,
  `    nameserver first ${nameServer}`,
  '    timeout resolve 1s',
  '    timeout retry 1s',
  '    hold valid 1s',
  '    hold nx 5s',
  '',
];

/** Who is seen here is the client only where TLS ends here; otherwise what the proxy with TLS wrote stays before it. */
const forwardedLines = (endsTls: boolean): string[] =>
  endsTls
    ? ['    http-request set-header x-forwarded-for %[src]']
    : [
        '    # Added to what the proxy in front wrote, which ends TLS and knows the client.',
        '    option forwardfor',
      ];

/** Configuration of HAProxy: ready nodes first; where none is, any, so that the answer is that of the contract. */
export function haproxyFile({ port, certificate, nodes, directory, nameServer }: Balancer): string {
  const tls = certificate ? ` ssl crt ${certificate.chain} alpn h2,http/1.1` : '';
  const found = nameServer ? ` init-addr libc,none resolvers ${RESOLVERS} resolve-prefer ipv4` : '';
  return [
    HEAD,
    'global',
    '    maxconn 8000',
    '    tune.bufsize 32768',
    '',
    ...(nameServer ? resolverLines(nameServer) : []),
    'defaults',
    '    mode http',
    '    timeout connect 2s',
    `    timeout client ${LONGEST_REQUEST_SECONDS}s`,
    `    timeout server ${LONGEST_REQUEST_SECONDS}s`,
    '    timeout http-request 10s',
    '    timeout http-keep-alive 60s',
    '    timeout queue 5s',
    '    # Another node is tried only while nothing of the request was sent.',
    '    retries 2',
    '    retry-on conn-failure',
    '    option redispatch 1',
    `    errorfile 503 ${directory}/unavailable.http`,
    '    # A node took the request and did not answer.',
    `    errorfile 502 ${directory}/lost.http`,
    `    errorfile 504 ${directory}/lost.http`,
    '',
    'frontend public',
    `    bind :${port}${tls}`,
    ...forwardedLines(certificate !== undefined),
    ...TRACE_COMMENT.map((line) => `    ${line}`),
    ...TRACE_HEADERS.map((name) => `    http-request del-header ${name}`),
    '    # No node is ready: any node says so in the words of the contract, with Retry-After.',
    '    use_backend any if { nbsrv(ready) eq 0 }',
    '    default_backend ready',
    '',
    'backend ready',
    '    balance leastconn',
    '    option httpchk',
    '    http-check send meth GET uri /readyz',
    '    http-check expect status 200',
    '    # One slow answer is none: a node is taken out by two in a row, well within its drain.',
    `    default-server check inter ${CHECK_SECONDS}s fastinter 500ms fall 2 rise 1${found}`,
    `    timeout check ${CHECK_SECONDS}s`,
    ...SILENCE.map((line) => `    ${line}`),
    ...serverLines(nodes),
    '',
    'backend any',
    '    balance leastconn',
    '    # Whoever opens its port; a node that is gone has the least connections.',
    `    default-server check inter ${CHECK_SECONDS}s fastinter 500ms fall 1 rise 1${found}`,
    ...SILENCE.map((line) => `    ${line}`),
    ...serverLines(nodes),
    '',
  ].join('\n');
}

const OWN_ANSWER = '@own-answer';
const ONCE = '@once';

const nginxPass = (tries: readonly string[]): string[] => [
  '            proxy_pass http://titular;',
  '            proxy_http_version 1.1;',
  '            proxy_set_header connection "";',
  '            proxy_set_header host $http_host;',
  '            proxy_set_header x-forwarded-for $remote_addr;',
  ...TRACE_COMMENT.map((line) => `            ${line}`),
  ...TRACE_HEADERS.map((name) => `            proxy_set_header ${name} "";`),
  '            proxy_connect_timeout 2s;',
  `            proxy_read_timeout ${LONGEST_REQUEST_SECONDS}s;`,
  ...tries.map((line) => `            ${line}`),
  `            error_page 502 504 =${UNAVAILABLE.status} ${OWN_ANSWER};`,
];

const nginxLocations = (): string[] => [
  '        # What a path is, and is not, the service decides: it is passed on as it came.',
  '        location / {',
  '            # nginx takes these for requests that may be sent twice.',
  `            error_page 418 = ${ONCE};`,
  '            if ($request_method ~ ^(?:PUT|DELETE)$) {',
  '                return 418;',
  '            }',
  ...nginxPass([
    '# Another node is tried after a failed connection; what was sent and is no GET is never sent twice.',
    'proxy_next_upstream error timeout;',
    'proxy_next_upstream_tries 2;',
  ]),
  '        }',
  '',
  `        location ${ONCE} {`,
  ...nginxPass(['proxy_next_upstream off;']),
  '        }',
  '',
  `        location ${OWN_ANSWER} {`,
  '            internal;',
  '            default_type "application/json; charset=utf-8";',
  `            add_header retry-after ${UNAVAILABLE.retryAfterSeconds} always;`,
  '            add_header cache-control no-store always;',
  `            return ${UNAVAILABLE.status} $own_answer;`,
  '        }',
];

/** Configuration of nginx, which finds a node that is gone by its connections; each node answers for itself when it is not ready. */
export function nginxFile({ port, certificate, nodes }: Balancer): string {
  const tls = certificate
    ? [
        `        listen ${port} ssl http2;`,
        `        ssl_certificate ${certificate.chain};`,
        `        ssl_certificate_key ${certificate.key};`,
        '        ssl_protocols TLSv1.2 TLSv1.3;',
      ]
    : [`        listen ${port};`];
  return [
    HEAD,
    'events {',
    '    worker_connections 4096;',
    '}',
    '',
    'http {',
    '    upstream titular {',
    '        least_conn;',
    ...nodes.map((node) => `        server ${node} max_fails=1 fail_timeout=${CHECK_SECONDS}s;`),
    '        keepalive 64;',
    '    }',
    '',
    '    # A time of connecting stands here only if a node was reached, which may have taken the request.',
    '    map $upstream_connect_time $own_answer {',
    `        default '${UNAVAILABLE.body}';`,
    `        ~[0-9] '${LOST.body}';`,
    '    }',
    '',
    '    server {',
    ...tls,
    '        recursive_error_pages on;',
    '        client_max_body_size 8m;',
    `        large_client_header_buffers 4 ${MAX_HEADER_BYTES};`,
    ...nginxLocations(),
    '    }',
    '}',
    '',
  ].join('\n');
}

const caddyAnswer = (handle: string, { body, status, retryAfterSeconds }: OwnAnswer): string[] => [
  `        ${handle} {`,
  '            header content-type "application/json; charset=utf-8"',
  `            header retry-after ${retryAfterSeconds}`,
  '            header cache-control no-store',
  `            respond \`${body}\` ${status}`,
  '        }',
];

/** What Caddy says by itself: of a failed connection that nothing was changed, of anything else that it does not know. */
const caddyAnswers = [
  '        @unsent expression `{http.error.message}.startsWith("dial ")`',
  ...caddyAnswer('handle @unsent', UNAVAILABLE),
  ...caddyAnswer('handle', LOST),
];

const CADDY_TRANSPORT = [
  '        transport http {',
  '            dial_timeout 2s',
  `            response_header_timeout ${LONGEST_REQUEST_SECONDS}s`,
  '        }',
];

/** Configuration of Caddy: ready nodes first; where none is, any by way of a second site, and where there is none, the error of the contract. */
export function caddyFile({ port, nodes, inside }: Balancer): string {
  const address = port === PORTS.tls ? 'titular.example' : `:${port}`;
  return [
    HEAD,
    `${address} {`,
    ...TRACE_COMMENT.map((line) => `    ${line}`),
    ...TRACE_HEADERS.map((name) => `    request_header -${name}`),
    `    reverse_proxy ${nodes.join(' ')} {`,
    '        lb_policy least_conn',
    '        lb_try_duration 1s',
    '        health_uri /readyz',
    '        health_status 200',
    `        health_interval ${CHECK_SECONDS}s`,
    `        health_timeout ${CHECK_TIMEOUT_SECONDS}s`,
    ...CADDY_TRANSPORT,
    '    }',
    '',
    '    handle_errors {',
    '        # No node is ready, and none was asked: any node says so in the words of the contract, with Retry-After.',
    '        @unready expression `{http.error.status_code} == 503`',
    '        handle @unready {',
    `            reverse_proxy 127.0.0.1:${inside}`,
    '        }',
    ...caddyAnswers,
    '    }',
    '}',
    '',
    `http://127.0.0.1:${inside} {`,
    '    bind 127.0.0.1',
    `    reverse_proxy ${nodes.join(' ')} {`,
    '        lb_policy least_conn',
    '        lb_try_duration 1s',
    '        header_up host {http.request.header.x-forwarded-host}',
    '        header_up x-forwarded-for {http.request.header.x-forwarded-for}',
    ...CADDY_TRANSPORT,
    '    }',
    '',
    '    handle_errors {',
    ...caddyAnswers,
    '    }',
    '}',
    '',
  ].join('\n');
}

const CERTIFICATE = { chain: '/etc/titular/tls/chain.pem', key: '/etc/titular/tls/key.pem' };

const SAMPLE: Balancer = {
  port: PORTS.tls,
  nodes: [`10.0.0.11:${PORTS.public}`, `10.0.0.12:${PORTS.public}`],
  directory: '/etc/haproxy',
  inside: PORTS.inside,
};

/** Samples for HAProxy, nginx and Caddy, and what HAProxy says by itself. */
export const balancerFiles = (): Record<string, string> => ({
  'ops/haproxy/haproxy.cfg': haproxyFile({ ...SAMPLE, certificate: CERTIFICATE }),
  ...Object.fromEntries(
    Object.entries(haproxyAnswers()).map(([name, text]) => [`ops/haproxy/${name}`, text]),
  ),
  'ops/nginx/nginx.conf': nginxFile({ ...SAMPLE, certificate: CERTIFICATE }),
  'ops/caddy/Caddyfile': caddyFile(SAMPLE),
});
