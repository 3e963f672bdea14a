import type { Topic } from './topic.ts';

/** What engineers ask while they connect a shop, in the words of their tools and their errors. */
export const INTEGRATOR_TOPICS: readonly Topic[] = [
  {
    at: 'guides/questions.html',
    en: 'faq, questions, frequently asked questions, common problems, how to',
    pt: 'perguntas, perguntas frequentes, dúvidas, problemas comuns',
    es: 'preguntas, preguntas frecuentes, dudas, problemas comunes',
  },
  {
    at: 'guides/questions.html#card-digits-cpf-and-names-in-the-right-form',
    en: 'card digits, card digits with spaces, card number, card number format, full card number, pan, mask card number, amex 15 digits, cpf with dots, cpf format, cpf punctuation, invalid cpf, cpf validation, cnpj, foreign customer, foreigner, passport, customer without cpf, card name, name on card, name with accents, expired card, expiration date',
    pt: 'dígitos do cartão, número do cartão com espaços, número do cartão, formato do cartão, mascarar cartão, cpf com pontos, formato do cpf, cpf inválido, validar cpf, cnpj, estrangeiro, passaporte, nome do cartão, nome com acento, cartão vencido, validade do cartão',
    es: 'dígitos de la tarjeta, número de tarjeta con espacios, número de tarjeta, formato de tarjeta, cpf con puntos, cpf inválido, validar cpf, extranjero, pasaporte, nombre de la tarjeta, nombre con acentos, tarjeta vencida, fecha de vencimiento',
  },
  {
    at: 'guides/questions.html#a-duplicate-order-number',
    en: 'duplicate order, duplicate order number, order number already used, order already exists, same order, replicated transaction, replica, transaction already exists',
    pt: 'pedido repetido, pedido duplicado, número do pedido repetido, número de pedido já usado, mesmo pedido, transação replicada, transação já existe',
    es: 'pedido duplicado, pedido repetido, número de pedido ya usado, mismo pedido, transacción replicada, transacción ya existe',
  },
  {
    at: 'guides/questions.html#a-crash-between-the-create-and-its-answer',
    en: 'crash after create, process crashed, server crashed before response, idempotency after a crash, idempotency after restart, lost answer, lost response',
    pt: 'queda, processo caiu, servidor caiu, reinício, idempotência depois de reiniciar, resposta perdida, conexão perdida',
    es: 'caída, proceso caído, servidor caído, reinicio, idempotencia tras reinicio, respuesta perdida, conexión perdida',
  },
  {
    at: 'guides/questions.html#ending-a-call-under-way',
    en: 'go context canceled, ctx, deadline exceeded, abort signal, abort controller, interrupted exception',
    pt: 'contexto cancelado, abortar, interrompida',
    es: 'contexto cancelado, abortar llamada, interrumpida',
  },
  {
    at: 'guides/questions.html#how-long-and-how-often-to-poll',
    en: 'poll, polling, how long do I poll, poll interval, polling interval, poll status, how often to poll, wait for result, waitForFinal, wait for the end',
    pt: 'consultar status, polling, com que frequência consultar, intervalo de consulta, esperar resultado',
    es: 'consultar estado, sondeo, polling, cada cuánto consultar, intervalo de consulta, esperar resultado',
  },
  {
    at: 'guides/questions.html#a-webhook-behind-basic-authentication-a-firewall-or-a-proxy',
    en: 'webhook behind basic auth, ip addresses, allowlist, whitelist, egress ip, source ip, behind load balancer, waf',
    pt: 'básica, ips, endereços ip, liberar, lista de permissões, balanceador',
    es: 'básica, direcciones ip, detrás de proxy, lista de permitidos, balanceador',
  },
  {
    at: 'guides/questions.html#the-raw-body-in-your-framework',
    en: 'raw body, raw bytes, express raw body, body parser, webhook, express, fastify, next.js, django, flask, fastapi, laravel, symfony, spring boot, rails',
    pt: 'corpo bruto, corpo da requisição',
    es: 'cuerpo sin procesar, cuerpo crudo',
  },
  {
    at: 'guides/questions.html#rotating-a-webhook-secret-without-loss',
    en: 'rotate webhook secret without downtime, signing secret, rotation, lost, change, leaked, stolen',
    pt: 'trocar segredo do webhook, perdido, novo segredo, vazou',
    es: 'cambiar secreto del webhook, rotar, perdido, filtrado',
  },
  {
    at: 'guides/questions.html#clocks-that-are-wrong',
    en: 'clock skew in assertion, clock skew of client, clock drift, wrong clock, time difference, iat in the future, assertion expired, token used too early, ntp, time synchronization',
    pt: 'relógio errado, relógio adiantado, relógio atrasado, diferença de relógio, asserção expirada, ntp, sincronizar relógio',
    es: 'reloj equivocado, reloj adelantado, reloj atrasado, diferencia de reloj, aserción caducada, ntp, sincronizar reloj',
  },
  {
    at: 'clients/in-common.html#connections',
    en: 'proxy timeout, gateway timeout, bad gateway, 502, 503, 504, timeout behind nginx, timeout behind load balancer, corporate proxy, proxy authentication required, 407, tunnel connection failed, http proxy, https proxy, proxy settings, custom ca, ca certificate, ca bundle, certificate authority, internal ca, certificate verify failed, certificate_verify_failed, ssl error, tls error, ssl certificate, pkix path building failed, unable to get local issuer certificate, self signed certificate in chain, unable_to_verify_leaf_signature, x509 certificate signed by unknown authority, curl error 60, truststore, trust store, cacerts, keystore, node_extra_ca_certs',
    pt: 'proxy corporativo, proxy da empresa, autoridade certificadora, certificado da empresa, ca própria, erro de certificado, erro de ssl, erro de tls, certificado não confiável, truststore',
    es: 'proxy corporativo, proxy de la empresa, autoridad certificadora, ca propia, error de certificado, error de ssl, error de tls, certificado no confiable, truststore',
  },
  {
    at: 'guides/questions.html#php-without-curl-python-with-asyncio',
    en: 'php without curl, php curl missing, ext-curl, curl extension, php extension, asyncio, async python, async await python, aiohttp, blocking client, event loop',
    pt: 'php sem curl, extensão curl, extensões do php, python assíncrono, asyncio',
    es: 'php sin curl, extensión curl, extensiones de php, python asíncrono, asyncio',
  },
  {
    at: 'guides/questions.html#a-key-in-kms-or-an-hsm',
    en: 'kms, aws kms, google cloud kms, azure key vault, vault transit, hsm, pkcs11, hardware key, private key format, generate key pair, openssl genpkey, pem, jwk, public key file, key service',
    pt: 'kms, hsm, cofre de chaves, chave privada, formato da chave, gerar par de chaves, chave pública',
    es: 'kms, hsm, almacén de claves, clave privada, formato de la clave, generar par de claves, clave pública',
  },
  {
    at: 'guides/questions.html#one-token-for-several-processes',
    en: 'share token, in several processes, access token cache, redis, php-fpm, serverless, lambda, workers, per process',
    pt: 'compartilhar, cache, php-fpm, serverless',
    es: 'compartir, caché, varios procesos, serverless',
  },
  {
    at: 'guides/questions.html#a-test-for-each-status-and-refusal',
    en: 'test refused status, test data for refused, test data for each status, simulate rejected, simulate inconclusive, force a status, force a refusal, test inconclusive, test expired, test identities, test cpf, magic values, simulate error',
    pt: 'testar recusa, dados de teste para recusa, simular recusada, forçar status, cpf de teste, testar cada status, simular erro',
    es: 'probar rechazo, datos de prueba para rechazo, simular rechazada, forzar estado, cpf de prueba, probar cada estado, simular error',
  },
  {
    at: 'guides/questions.html#sending-the-link-and-its-lifetime',
    en: 'link in sms, link in email, send link, send the link, link by whatsapp, link preview, link expiry, link expiration, change expiry, transaction expiry, redirect after completion, return url, callback url, redirect parameters, query parameters on redirect, success page',
    pt: 'link por sms, link por e-mail, enviar link, link por whatsapp, prévia do link, expiração da transação, url de retorno, redirecionar no fim, parâmetros do redirecionamento',
    es: 'enlace por sms, enlace por correo, enviar enlace, enlace por whatsapp, caducidad de la transacción, url de retorno, redirigir al final, parámetros de la redirección',
  },
  {
    at: 'guides/questions.html#what-support-asks-for',
    en: 'log request, logging requests, debug logging, debug a call, find a call, support request, support ticket, report a problem, call log, request log',
    pt: 'log de requisições, depurar chamada, encontrar chamada, chamado de suporte, relatar problema',
    es: 'registro de peticiones, depurar llamada, encontrar llamada, ticket de soporte, informar problema',
  },
  {
    at: 'webhooks.html#what-arrives',
    en: 'webhook payload example, body, json, event fields',
    pt: 'conteúdo do webhook, exemplo, corpo, campos do evento',
    es: 'contenido del webhook, ejemplo, cuerpo, campos del evento',
  },
  {
    at: 'webhooks.html#register-an-endpoint',
    en: 'register webhook, two urls, several, second endpoint, create an endpoint',
    pt: 'registrar webhook, duas urls, vários',
    es: 'registrar webhook, dos urls, varios',
  },
  {
    at: 'api/webhooks.html#changeWebhookEndpoint',
    en: 'change webhook url, disable, temporarily, pause, switch off, enable',
    pt: 'mudar url do webhook, desativar, pausar, ativar',
    es: 'cambiar url del webhook, desactivar, pausar, activar',
  },
  {
    at: 'errors.html#40045',
    en: 'amount limit, maximum amount, maximum value, value limit, order too expensive',
    pt: 'limite de valor, valor máximo, valor do pedido',
    es: 'límite de importe, importe máximo, valor máximo',
  },
  {
    at: 'card-names.html',
    en: 'name mismatch, name does not match, different name on card, compare names, surname, married name, nickname',
    pt: 'nome diferente, nome não confere, comparar nomes, sobrenome, nome de casada, apelido',
    es: 'nombre distinto, nombre no coincide, comparar nombres, apellido, nombre de casada, apodo',
  },
  {
    at: 'calibration.html',
    en: 'accuracy, how accurate, accurate, false rejection, false acceptance, far, frr, error rate, match threshold',
    pt: 'precisão, falsa rejeição, falsa aceitação, taxa de erro, limiar',
    es: 'precisión, falso rechazo, falsa aceptación, tasa de error, umbral',
  },
  {
    at: 'guides/going-to-production.html#tenants-companies-accounts',
    en: 'multiple shops, several shops, multiple companies, marketplace, sub-merchants, tenants and companies, multi-tenant',
    pt: 'várias lojas, várias empresas, marketplace, sublojistas',
    es: 'varias tiendas, varias empresas, marketplace, subcomercios',
  },
];
