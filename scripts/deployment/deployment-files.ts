import { balancerFiles } from './balancer-files.ts';
import { composeFiles } from './compose-file.ts';
import { composeRolesFiles } from './compose-roles-file.ts';
import { databaseFiles } from './database-files.ts';
import { kubernetesFiles } from './kubernetes-files.ts';
import { kubernetesRoleFiles } from './kubernetes-roles.ts';
import { systemdFiles } from './systemd-files.ts';

/** Every file that starts, stops and balances nodes, from the one table of settings and ports. */
export const deploymentFiles = (): Record<string, string> => ({
  ...systemdFiles(),
  ...composeFiles(),
  ...composeRolesFiles(),
  ...balancerFiles(),
  ...kubernetesFiles(),
  ...kubernetesRoleFiles(),
  ...databaseFiles(),
});
