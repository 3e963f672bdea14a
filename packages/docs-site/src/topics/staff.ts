import type { Topic } from './topic.ts';

/** What those ask who run the service, or work in the portal. */
export const STAFF_TOPICS: readonly Topic[] = [
  {
    at: 'data-protection.html#erasing-a-person',
    en: 'gdpr, lgpd, ccpa, delete person, delete user, delete data, erase, right to be forgotten, privacy, personal data',
    pt: 'lgpd, apagar pessoa, apagar dados, excluir dados, direito ao esquecimento, privacidade, dados pessoais',
    es: 'rgpd, borrar persona, borrar datos, eliminar datos, derecho al olvido, privacidad, datos personales',
  },
  {
    at: 'data-protection.html#for-how-long',
    en: 'retention, data retention, how long is data kept, how long are pictures stored, storage period',
    pt: 'retenção, retenção de dados, por quanto tempo, prazo de guarda',
    es: 'retención, retención de datos, cuánto tiempo se guardan',
  },
  {
    at: 'guides/going-to-production.html',
    en: 'go live, going live, production, launch, checklist, deploy, deployment',
    pt: 'produção, entrar em produção, ir para produção, implantar, implantação, lista de verificação',
    es: 'producción, salir a producción, lanzar, desplegar, despliegue, lista de verificación',
  },
  {
    at: 'operations/install.html',
    en: 'install, installation, self-hosted, self hosting, setup, requirements, disk space, disk needed, docker, container, helm',
    pt: 'instalar, instalação, requisitos, docker, contêiner',
    es: 'instalar, instalación, requisitos, docker, contenedor',
  },
  {
    at: 'operations/metrics.html',
    en: 'monitoring, health check, healthcheck, readiness, liveness, prometheus, grafana, alerts, dashboard, metrics',
    pt: 'monitoramento, monitorar, verificação de saúde, métricas, alertas, prometheus',
    es: 'monitoreo, monitorizar, comprobación de salud, métricas, alertas, prometheus',
  },
  {
    at: 'operations/backup.html',
    en: 'backup, restore, disaster recovery, recover data',
    pt: 'backup, cópia de segurança, restaurar, recuperação de desastre',
    es: 'copia de seguridad, respaldo, restaurar, recuperación de desastres',
  },
  {
    at: 'operations/upgrades.html',
    en: 'upgrade, update, new version, rollback, downgrade, migration',
    pt: 'atualizar, atualização, nova versão, voltar versão, migração',
    es: 'actualizar, actualización, nueva versión, volver atrás, migración',
  },
  {
    at: 'overview.html#licence',
    en: 'licence, license, pricing, price, cost, free, open source',
    pt: 'licença, preço, preços, custo, código aberto',
    es: 'licencia, precio, precios, coste, costo, código abierto',
  },
  {
    at: 'guides/single-sign-on.html',
    en: 'sso, single sign-on, single sign on, oidc, openid connect, saml, okta, entra, keycloak',
    pt: 'login único, sso, oidc, openid connect, provedor de identidade',
    es: 'inicio de sesión único, sso, oidc, openid connect, proveedor de identidad',
  },
  {
    at: 'portal.html#signing-in',
    en: 'login, log in, sign in, password, forgot password, change password, two factor, 2fa, mfa, passkey, lost passkey',
    pt: 'login, entrar no portal, senha, esqueci a senha, mudar senha, trocar senha, dois fatores',
    es: 'iniciar sesión, contraseña, olvidé la contraseña, cambiar contraseña, dos factores',
  },
  {
    at: 'operations/roles.html#roles-of-processes',
    en: 'two servers, several servers, scale out, more processes, more nodes, horizontal scaling',
    pt: 'dois servidores, vários servidores, mais processos, escalar',
    es: 'dos servidores, varios servidores, más procesos, escalar',
  },
  {
    at: 'portal.html#roles',
    en: 'roles, permissions, rights, invite a colleague, add user, team, access control',
    pt: 'papéis, permissões, convidar, adicionar usuário, equipe, controle de acesso',
    es: 'roles, permisos, invitar, añadir usuario, equipo, control de acceso',
  },
  {
    at: 'portal.html#files-of-lists',
    en: 'export, export transactions, csv, excel, spreadsheet, download list',
    pt: 'exportar, exportar transações, csv, excel, planilha',
    es: 'exportar, exportar transacciones, csv, excel, hoja de cálculo',
  },
  {
    at: 'command-line.html#settings',
    en: 'ip allowlist, allowed addresses, ip whitelist, restrict addresses, source address',
    pt: 'lista de ips, endereços permitidos, restringir endereços',
    es: 'lista de ip, direcciones permitidas, restringir direcciones',
  },
  {
    at: 'hosted-page.html#what-the-person-reads-before-they-agree',
    en: 'consent, consent text, privacy notice, terms, agree',
    pt: 'consentimento, texto de consentimento, aviso de privacidade, termos, concordar',
    es: 'consentimiento, texto de consentimiento, aviso de privacidad, términos, aceptar',
  },
  {
    at: 'face-engine.html',
    en: 'face recognition, facial recognition, face engine, face matching, biometric engine',
    pt: 'reconhecimento facial, motor de rostos, comparação de rostos, biometria',
    es: 'reconocimiento facial, motor de rostros, comparación de rostros, biometría',
  },
  {
    at: 'operations/install.html#balancers',
    en: 'reverse proxy, load balancer, balancer, nginx, haproxy, caddy, x-forwarded-for, ssl termination, tls termination',
    pt: 'proxy reverso, balanceador de carga, nginx, haproxy, caddy',
    es: 'proxy inverso, balanceador de carga, nginx, haproxy, caddy',
  },
];
