import { MAX_USUAL_THREADS } from '../gallery-settings.ts';
import { DRAIN_SECONDS } from '../node-settings.ts';
import type { Purposes } from '../setting.ts';

/** Purposes of the settings in Portuguese. */
export const purposesPt: Purposes = {
  environment: 'Ambiente desta instalação. Um banco de dados mantém o ambiente da primeira inicialização.',
  host: 'Endereço em que o serviço escuta.',
  port: 'Porta TCP em que o serviço escuta.',
  publicUrl:
    'Endereço em que lojistas e pessoas alcançam o serviço; emissor dos tokens dele. Padrão: o endereço em que escuta.',
  portalUrl:
    'Endereço do portal, onde a equipe entra e encontra transações. É um host próprio no mesmo serviço: nenhum dos dois responde nada do outro. As chaves de acesso pertencem a esse host, e uma mudança as torna inúteis. Usa mais quatro conexões com o banco de dados por processo. Padrão: `off` em `production`, `http://localhost:<PORT>` em `test`.',
  oidcIssuer:
    'Emissor do seu provedor OpenID, com o qual a equipe entra no portal (docs/guides/single-sign-on.md). Os metadados são lidos abaixo de `/.well-known/openid-configuration`. Os vínculos das pessoas pertencem ao emissor, e uma mudança os torna inúteis. Defina as quatro configurações TITULAR_OIDC ou nenhuma. Padrão: sem login único.',
  oidcClientId: 'Client id do portal nesse provedor.',
  oidcClientSecret: 'Client secret do portal nesse provedor.',
  oidcName: 'Como as pessoas chamam esse provedor; está escrito no botão.',
  oidcAcr:
    'Classe de contexto de autenticação pedida ao provedor em `acr_values`, e que o `acr` de cada ID token tem de ser: aquela pela qual o seu provedor pede um segundo fator. Exige as outras quatro configurações TITULAR_OIDC. Padrão: nenhuma é pedida, e o provedor tem de exigir um segundo fator para este cliente.',
  dataDirectory:
    'Guarda o banco de dados embutido, a chave mestra gerada e, em `test`, demo.json. O PostgreSQL se recusa a rodar como root; um serviço iniciado por root o roda como outro usuário. Se esse usuário não puder entrar no diretório padrão, o banco de dados embutido fica abaixo de /var/lib/titular. Um diretório definido aqui é recusado nesse caso. A saída da inicialização e `titular data where` mostram o lugar.',
  databaseUrl:
    'PostgreSQL existente (15 ou mais novo) a usar no lugar do embutido. Obrigatório em `production`, com TLS (`sslmode=verify-full`) se estiver em outro host. A inicialização o espera por até 60 segundos.',
  reportDatabaseUrl:
    'Uma réplica do banco de dados de DATABASE_URL, consultada pelos comandos que só leem muito dele: `audit verify` e `pictures status`. Eles dizem o que a réplica tem. O serviço em si nunca a consulta. Padrão: DATABASE_URL.',
  embeddedDatabase:
    'Se o PostgreSQL embutido é usado quando DATABASE_URL não está definida. É uma versão prévia de um só servidor, sem réplicas, para experimentar. Padrão: `on` em `test`, `off` em `production`.',
  withoutTls:
    'Conexões a outros hosts que podem ficar sem TLS, ou com um certificado não verificado, em `production`. Padrão: nenhuma.',
  tryIt:
    'Serve uma página em `/docs/try` que envia requisições do navegador a este serviço, com um token que o leitor cola. Ela tem a origem da API; a nenhuma outra origem se permite nada. Padrão: `on` em `test` quando TITULAR_PUBLIC_URL é esta máquina, `off` no resto.',
  allowRoot:
    'Permite que o serviço rode como root em `production`, também o código que lê imagens de desconhecidos.',
  databasePoolSize:
    'Máximo de conexões com o banco de dados deste processo para requisições e trabalhos. Mais três escutam avisos e vigiam o banco de dados.',
  trustedProxies:
    'Proxies cujo cabeçalho X-Forwarded-For vale; de qualquer outro ele é ignorado. Atrás de um proxy fora da lista, todos os clientes parecem ter o endereço dele: listas de endereços não funcionam, e as falhas de autenticação de um cliente atrasam os outros. Padrão: nenhum.',
  maximumConnections:
    'Máximo de conexões simultâneas de clientes e proxies a este processo; mais uma é fechada sem resposta. Cada uma precisa de um descritor de arquivo do processo.',
  masterKey:
    'A própria chave mestra, para cofres de segredos que definem variáveis de ambiente; várias chaves durante uma troca. Prefira TITULAR_MASTER_KEY_FILE: outros programas do mesmo usuário podem ler o ambiente de um processo. As duas não podem ser combinadas.',
  masterKeyFile:
    'Arquivo com a chave mestra (32 bytes em base64), ou com várias chaves, uma por linha, durante uma troca. O arquivo é lido de novo quando se precisa de uma chave que ele não tinha. Padrão em `test`: master.key no diretório de dados, criado na primeira inicialização. Esta ou TITULAR_MASTER_KEY é obrigatória em `production`.',
  logLevel:
    'Menor gravidade que vai para o log. Acessos recusados são registrados em todos os níveis, menos `silent`.',
  engineThreads:
    'Processos do motor facial; com TITULAR_FACE_ENGINE_URL, quantas imagens são enviadas ao mesmo tempo a cada um dos endereços. Padrão: um por núcleo; sem TITULAR_FACE_ENGINE_URL, em um contêiner, no máximo um para cada 512 MB da memória dele.',
  faceRuntime:
    'Ambiente de execução das redes neurais do motor facial. `auto` usa código nativo se ele carregar e der as respostas conhecidas. Caso contrário usa WebAssembly, que leva quatro vezes mais tempo; o log diz qual. `native` se recusa a iniciar se o código nativo não puder ser usado. Os dois dão os mesmos descritores.',
  faceDescriptor:
    'Precisão da rede que descreve um rosto. `int8` leva um terço do tempo e precisa de código nativo. É uma versão própria do motor: pessoas cadastradas com a outra são `reference_outdated` (docs/face-engine.md).',
  faceEngineUrls:
    'O seu próprio motor facial, usado no lugar do embutido (docs/face-engine.md). De vários endereços de um motor, é consultado o que tem menos imagens em andamento, e mais um outro quando ele falha. Recebe imagens de pessoas; por isso a produção exige https, a menos que esteja nesta máquina. Padrão: o motor embutido.',
  faceEngineSecret:
    'Enviado a TITULAR_FACE_ENGINE_URL como bearer token; exigido de quem chama um processo com TITULAR_ROLE=engine. Padrão: nenhum.',
  otherFaceEngine:
    'O segundo motor durante os dias de uma mudança: o que chega e, depois da troca, o que sai. Os dois medem cada imagem guardada (docs/face-engine.md). Recebe imagens de pessoas; por isso a produção exige https, a menos que esteja nesta máquina. Padrão: nenhum, não há mudança em andamento.',
  otherFaceEngineSecret:
    'Enviado aos endereços de TITULAR_OTHER_FACE_ENGINE como bearer token. Padrão: nenhum.',
  role: 'O que este processo faz (docs/operations/roles.md); `serve --role` diz o mesmo. `api`: a API, a página hospedada e o portal. `worker`: decisões, webhooks e limpeza, sem porta pública. `engine`: mede rostos para os outros, sem banco de dados. `all`: tudo.',
  drainSeconds: `Segundos depois de SIGTERM em que \`/readyz\` responde \`500\` enquanto requisições ainda são atendidas, para que um balanceador mande as novas a outro lugar. Depois disso o processo termina em até mais 25 segundos. Use mais de dois intervalos da verificação do balanceador. Padrão: ${DRAIN_SECONDS.production}; em \`test\`, ${DRAIN_SECONDS.test}.`,
  migrate:
    'Quem atualiza o esquema do banco de dados (docs/operations/upgrades.md). `auto`: cada inicialização e cada comando, um de cada vez. `check`: só `titular migrate`; uma inicialização a que faltem migrações é recusada. `wait`: só `titular migrate`; uma inicialização espera por ele, e um comando é recusado.',
  operationsPort:
    'Porta TCP para `/metrics`, `/healthz`, `/readyz` e `/startupz` (docs/operations/metrics.md), por costume 9464. Não exige token: deixe-a em uma rede privada. Usa mais uma conexão com o banco de dados. Padrão: nenhuma é aberta.',
  operationsHost: 'Endereço em que a porta de operações escuta.',
  overloadMs:
    'Milissegundos que as chamadas de lojistas podem levar em média enquanto falta tempo de processador. Se há mais em andamento do que cabe nisso, as novas são recusadas com `42902`, primeiro as da organização mais ativa (docs/operations/overload.md). 0 desliga isso.',
  logSample:
    'No nível de log `info` e abaixo, cada requisição é registrada. Das respostas bem-sucedidas de operações frequentes (estados, imagens da câmera, sondas, arquivos da página), só uma em tantas é registrada, com o número das omitidas. 1 registra todas.',
  callLogSample:
    'As primeiras 60 leituras bem-sucedidas (GET) por minuto, por conta e operação, ficam no registro de chamadas. Das demais fica uma em tantas; o `repeated` dela conta as omitidas, para que as somas continuem exatas. Todas as outras chamadas ficam; além de 60 por minuto, uma bem-sucedida fica sem a forma do que foi enviado. 1 guarda todas inteiras. Cada linha ocupa cerca de 0,4 kB por 14 dias.',
  otlpUrl:
    'Receptor de traces por OTLP sobre HTTP, por exemplo `http://127.0.0.1:4318/v1/traces` (docs/operations/traces.md). Padrão: nenhum; nenhum trace é gravado e nenhuma conexão é aberta.',
  traceShare:
    'Parte dos traces iniciados neste processo que é gravada. Um proxy de confiança que envia `traceparent` decide pelas requisições dele.',
  identityPlatformUrl:
    'A sua própria plataforma de identidade com a mesma interface, usada no lugar da embutida (docs/identity-platform.md). Defina as cinco configurações TITULAR_IDENTITY_PLATFORM ou nenhuma. Padrão: a plataforma embutida.',
  identityPlatformTokenUrl: 'Endpoint de tokens dessa plataforma, para OAuth 2.0 client credentials.',
  identityPlatformClientId: 'Client id deste serviço nessa plataforma.',
  identityPlatformClientSecret: 'Client secret deste serviço nessa plataforma.',
  identityPlatformWebhookSecrets: 'Segredo que assina os eventos dessa plataforma; dois durante uma troca.',
  cardEvidenceUrl:
    'O seu próprio serviço que diz o que o emissor ou o gateway sabem de um cartão (docs/card-evidence.md). Defina-o junto com TITULAR_CARD_EVIDENCE_SECRETS. Padrão: ninguém é consultado.',
  cardEvidenceSecrets: 'Segredo com que as consultas a esse serviço são assinadas; dois durante uma troca.',
  cardEvidenceIdentity:
    'Se esse serviço recebe a identidade da pessoa. `omit`: ele sabe de quem é o cartão só pelo número do pedido.',
  cardEvidenceMs: 'Milissegundos em que a resposta inteira desse serviço tem de chegar.',
  matchThreshold:
    'Maior distância euclidiana em que dois rostos contam como uma só pessoa. Menor é mais rigoroso.',
  galleryMemoryMb:
    'Memória em MB para os rostos cadastrados que este processo pesquisa, de todas as organizações juntas; cerca de 0,75 kB por rosto com o motor embutido, de modo que em 1024 MB cabem 1,4 milhão. Só processos que decidem a ocupam. Uma galeria (os rostos de uma organização, de um tipo de identidade e de uma versão do motor) é lida na primeira pesquisa e sai 15 minutos depois da última, ou antes se outra precisar do lugar: primeiro a usada há mais tempo. Uma pesquisa que não cabe espera. Uma galeria que sozinha não cabe está no limite: a configuração full-gallery da empresa diz o que se decide então. A partir de 80 %, o log avisa, e `/readyz` e `titular galleries list` o informam.',
  galleryThreads: `Threads que guardam galerias e as pesquisam, cada uma com uma parte de cada galeria. Padrão: os núcleos do processador, no máximo ${MAX_USUAL_THREADS}.`,
  galleryLimit:
    'Máximo de rostos de uma galeria, quando devem ser cadastrados menos do que cabem na memória, por exemplo por causa de falsas correspondências (docs/decision.md). No limite, nenhum outro rosto é cadastrado. Acima dele, a galeria não é pesquisada, porque uma pesquisa parcial não vale nada. A configuração full-gallery da empresa diz o que se decide então. Padrão: o que cabe em TITULAR_GALLERY_MEMORY_MB.',
  challengeStepSeconds: 'Segundos que uma pessoa tem para cada passo do desafio.',
  maximumAttempts: 'Tentativas do desafio por transação.',
  retrySeconds:
    'Segundos em que a próxima tentativa tem de começar depois de uma que falhou; depois disso, a falha é definitiva.',
  signingKeyDays: 'Idade em dias com que uma chave que assina tokens é trocada automaticamente.',
  failedAuthentications:
    'Falhas de autenticação permitidas a um cliente de um endereço, somados todos os processos; depois disso, uma a cada 6 segundos. Todos os clientes de um endereço dividem um limite de dez vezes esse número, e depois uma por segundo. O mesmo limite vale para links e tokens do SDK de um endereço que não abrem nada.',
  linkLifetimeSeconds:
    'Duração em segundos do token do SDK e da sessão da página. Se você a definir, também do link de uso único até ser aberto, a menos que a configuração `link-lifetime-seconds` da empresa diga outra coisa; por padrão, um link não aberto dura tanto quanto a transação ou o processo.',
  webhookPorts:
    'Portas permitidas a destinos de webhooks e aos endpoints de tokens deles. Em `test`, 80 e 8080 também são permitidas.',
  webhookLoopback:
    'Permite a todo destino de webhooks um endereço de loopback desta máquina, em qualquer porta. Para experimentar em `test`; `on` é recusado em `production`.',
  picturePlace:
    'Onde ficam, seladas, as novas imagens das capturas: no banco de dados ou no armazenamento de objetos de TITULAR_OBJECTS_URL (docs/operations/pictures.md). As imagens anteriores ficam onde estão; `titular pictures move` as move.',
  objectsUrl:
    'Bucket de um armazenamento de objetos compatível com S3, no caminho (`https://host/bucket`) ou no nome do host. Obrigatório enquanto houver alguma imagem nele. Padrão: nenhum.',
  objectsRegion: 'Região para a qual são assinadas as requisições ao armazenamento de objetos.',
  objectsAccessKey: 'Access key id do armazenamento de objetos. Padrão: nenhum.',
  objectsSecretKey:
    'Chave secreta do armazenamento de objetos. Ela precisa poder listar o bucket, gravar, ler e apagar objetos e, em um bucket que guarda versões, listá-las e apagá-las. Padrão: nenhuma.',
  erasureSweep:
    'Uma vez por hora depois de eliminações, faz VACUUM das tabelas afetadas e sobrescreve o log de transações (WAL) do banco de dados, no máximo 160 MB de cada vez. Use `off` se o log é arquivado ou o banco de dados é gerenciado; as suas próprias regras valem então para o log.',
  erasureLedger:
    'Lista, só de acréscimo, de eliminações fora do banco de dados, e de retenções legais, disputas, referências retiradas e pedidos de pessoas, por hash com chave e id e sem dados pessoais. Depois de uma restauração, a inicialização repete o que o banco de dados perdeu deles (docs/operations/backup.md). Vários nós precisam de um só arquivo em armazenamento compartilhado. Guarde cópias longe dos backups. `off` não guarda nenhuma. Obrigatória em `production`. Uma inicialização com uma lista que falta, ou que não é a do banco de dados, é recusada; `titular data accept-ledger` aceita outra. Padrão em `test`: erasures.ledger no diretório de dados; se ela não servir, o log avisa e nenhuma é guardada.',
};
