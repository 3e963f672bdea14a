import { type KubernetesObject, LABELS, metadata, NAME, NODES } from './kubernetes-objects.ts';
import { PORTS } from './settings.ts';
import type { Yaml } from './yaml.ts';

const service = (name: string, more: KubernetesObject): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(name),
  spec: { selector: NODES, ports: [{ name: 'http', port: PORTS.plain, targetPort: 'http' }], ...more },
});

/** Services: of nodes that are ready, and of any, to which a gateway goes where none is ready. */
export const services = (): KubernetesObject[] => [
  service(NAME, {}),
  service(`${NAME}-any`, { publishNotReadyAddresses: true }),
];

const WEBHOOK_PORTS = [PORTS.tls, 8443];

/** Ports of TCP, by number or name. */
export const tcp = (...ports: (number | string)[]): Yaml => ports.map((port) => ({ protocol: 'TCP', port }));

/** Lets the namespace that collects metrics reach the operations port. */
export const MONITORING: KubernetesObject = {
  from: [{ namespaceSelector: { matchLabels: { 'titular.example/monitoring': 'true' } } }],
  ports: tcp('operations'),
};

/** Who may reach nodes, and whom they may reach: name server, database, and receivers of webhooks. */
export const networkPolicy = (): KubernetesObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadata(NAME),
  spec: {
    podSelector: { matchLabels: LABELS },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      {
        from: [{ namespaceSelector: { matchLabels: { 'titular.example/gateway': 'true' } } }],
        ports: tcp('http'),
      },
      MONITORING,
    ],
    egress: [
      {
        to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
        ports: [
          { protocol: 'UDP', port: PORTS.dns },
          { protocol: 'TCP', port: PORTS.dns },
        ],
      },
      { ports: tcp(PORTS.database) },
      { ports: tcp(...WEBHOOK_PORTS) },
    ],
  },
});

/** For ingress-nginx: requests go to a node that is ready, and where none is, to any. */
export const ingress = (): KubernetesObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    ...metadata(NAME),
    annotations: {
      'nginx.ingress.kubernetes.io/default-backend': `${NAME}-any`,
      'nginx.ingress.kubernetes.io/proxy-body-size': '8m',
    },
  },
  spec: {
    ingressClassName: 'nginx',
    tls: [{ hosts: ['titular.example'], secretName: `${NAME}-tls` }],
    rules: [
      {
        host: 'titular.example',
        http: {
          paths: [
            { path: '/', pathType: 'Prefix', backend: { service: { name: NAME, port: { name: 'http' } } } },
          ],
        },
      },
    ],
  },
});
