import { writeYaml, type Yaml } from './yaml.ts';

/** A machine of the database: its name, its address, and the ports of what runs there. */
export type DatabaseMachine = {
  name: string;
  host: string;
  postgresPort: number;
  restPort: number;
  etcdPort: number;
  etcdPeerPort: number;
};

/** Where a machine keeps its data and what Patroni writes for it, and the programs of PostgreSQL. */
export type DatabasePlaces = {
  data: string;
  sockets: string;
  passwords: string;
  programs: string;
  etcd: string;
};

/** Protocol by which Patroni speaks to etcd: `etcd` compares the leader's key before each write, `etcd3` of Patroni 3.0.2 does not. */
export type EtcdProtocol = 'etcd' | 'etcd3';

/** Seconds after which the other machines take a silent primary for dead; Patroni allows none below 20. */
export const LEASE_SECONDS = 20;

const COMMENT = 'Generated from scripts/deployment by `npm run generate`.';
const SECRET = 'replace-me';

/** Three machines as the samples have them. */
const sampleMachines = (): DatabaseMachine[] =>
  [1, 2, 3].map((number) => ({
    name: `db${number}`,
    host: `10.0.0.3${number}`,
    ...{ postgresPort: 5432, restPort: 8008, etcdPort: 2379, etcdPeerPort: 2380 },
  }));

const samplePlaces: DatabasePlaces = {
  data: '/var/lib/postgresql/15/titular',
  sockets: '/var/run/postgresql',
  passwords: '/var/lib/postgresql/titular.pgpass',
  programs: '/usr/lib/postgresql/15/bin',
  etcd: '/var/lib/etcd/titular',
};

/** What Patroni keeps in etcd for all machines: the lease, and that a commit waits for a standby. */
const sharedConfiguration: Yaml = {
  ttl: LEASE_SECONDS,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 200,
      wal_level: 'replica',
      hot_standby: 'on',
      wal_log_hints: 'on',
      max_wal_senders: 10,
      max_replication_slots: 10,
      synchronous_commit: 'on',
    },
  },
};

/** Configuration of Patroni on one of the machines; `network` is where the others and the nodes connect from. */
export function patroniFile(
  machine: DatabaseMachine,
  machines: readonly DatabaseMachine[],
  places: DatabasePlaces,
  network: string,
  protocol: EtcdProtocol = 'etcd',
): string {
  const rest = `${machine.host}:${machine.restPort}`;
  const postgres = `${machine.host}:${machine.postgresPort}`;
  return writeYaml(COMMENT, {
    scope: 'titular',
    name: machine.name,
    restapi: { listen: rest, connect_address: rest },
    [protocol]: { hosts: machines.map(({ host, etcdPort }) => `${host}:${etcdPort}`) },
    // Where there is a device, it resets a machine whose agent stopped for longer than the lease less five seconds.
    watchdog: { mode: 'automatic', device: '/dev/watchdog' },
    bootstrap: {
      dcs: sharedConfiguration,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: places.data,
      bin_dir: places.programs,
      pgpass: places.passwords,
      parameters: { unix_socket_directories: places.sockets },
      pg_hba: [
        'local all all peer',
        ...['replication replicator', 'all postgres', 'titular titular'].map(
          (who) => `host ${who} ${network} scram-sha-256`,
        ),
      ],
      authentication: {
        superuser: { username: 'postgres', password: SECRET },
        replication: { username: 'replicator', password: SECRET },
      },
    },
  });
}

/** Configuration of the member of etcd on one of the machines. */
export const etcdFile = (
  machine: DatabaseMachine,
  machines: readonly DatabaseMachine[],
  { etcd }: Pick<DatabasePlaces, 'etcd'>,
  protocol: EtcdProtocol = 'etcd',
): string => {
  const client = `http://${machine.host}:${machine.etcdPort}`;
  const peer = `http://${machine.host}:${machine.etcdPeerPort}`;
  return writeYaml(COMMENT, {
    name: machine.name,
    'data-dir': etcd,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': machines
      .map(({ name, host, etcdPeerPort }) => `${name}=http://${host}:${etcdPeerPort}`)
      .join(','),
    'initial-cluster-state': 'new',
    'initial-cluster-token': 'titular',
    // Patroni speaks through it; etcd 3.4 leaves either off where a file is read.
    [protocol === 'etcd' ? 'enable-v2' : 'enable-grpc-gateway']: true,
  });
};

/** Configuration of the HAProxy before the database: connections go to the primary, and end when it is none any more. */
export const databaseBalancerFile = (listen: string, machines: readonly DatabaseMachine[]): string =>
  [
    `# ${COMMENT}`,
    'global',
    '    maxconn 1000',
    '',
    'defaults',
    '    mode tcp',
    '    timeout connect 2s',
    '    timeout client 30m',
    '    timeout server 30m',
    '    timeout check 2s',
    '',
    'listen primary',
    `    bind ${listen}`,
    '    option httpchk OPTIONS /primary',
    '    http-check expect status 200',
    '    # Connections to a machine that is no longer the primary end at once.',
    '    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...machines.map(
      ({ name, host, postgresPort, restPort }) =>
        `    server ${name} ${host}:${postgresPort} check port ${restPort}`,
    ),
    '',
  ].join('\n');

/** The same database by the operator CloudNativePG: the service `titular-db-rw` leads to the primary. */
const cloudNativeFile = (): string =>
  writeYaml(COMMENT, {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: { name: 'titular-db' },
    spec: {
      instances: 3,
      imageName: 'ghcr.io/cloudnative-pg/postgresql:17',
      postgresql: {
        synchronous: { method: 'any', number: 1 },
        parameters: { max_connections: '200' },
      },
      bootstrap: { initdb: { database: 'titular', owner: 'titular', secret: { name: 'titular-db' } } },
      storage: { size: '100Gi' },
      affinity: { podAntiAffinityType: 'required' },
    },
  });

/** What PgBouncer is told: where it listens, the server behind it, and the file of its users. */
export type Pooler = { host: string; port: number; server: string; serverPort: number; users: string };

/** Configuration of PgBouncer: a session for each connection, because nodes listen for notifications and take locks of sessions. */
export const poolerFile = ({ host, port, server, serverPort, users }: Pooler): string =>
  [
    `; ${COMMENT}`,
    '[databases]',
    `titular = host=${server} port=${serverPort} dbname=titular`,
    '',
    '[pgbouncer]',
    `listen_addr = ${host}`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = session',
    '; At least TITULAR_DATABASE_POOL (20) and three more for each process: each keeps its connections for five minutes unused.',
    'default_pool_size = 100',
    'max_client_conn = 1000',
    '; Dropped here, so the role has to have them: a node refuses to start without.',
    'ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout',
    '',
  ].join('\n');

/** Every sample of a database that goes on when a machine dies. */
export function databaseFiles(): Record<string, string> {
  const machines = sampleMachines();
  const [first] = machines;
  if (!first) return {};
  return {
    'ops/patroni/patroni.yml': patroniFile(first, machines, samplePlaces, '10.0.0.0/24'),
    'ops/patroni/etcd.yml': etcdFile(first, machines, samplePlaces),
    'ops/patroni/haproxy.cfg': databaseBalancerFile('127.0.0.1:5000', machines),
    'ops/pgbouncer/pgbouncer.ini': poolerFile({
      ...{ host: '127.0.0.1', port: 6432, server: '127.0.0.1', serverPort: 5000 },
      users: '/etc/pgbouncer/userlist.txt',
    }),
    'ops/kubernetes/database/cluster.yaml': cloudNativeFile(),
    'ops/kubernetes/database/kustomization.yaml': writeYaml(COMMENT, {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: ['cluster.yaml'],
    }),
  };
}
