import { MAX_USUAL_THREADS } from '../gallery-settings.ts';
import { DRAIN_SECONDS } from '../node-settings.ts';
import type { Purposes } from '../setting.ts';

/** Purposes of the settings in Spanish. */
export const purposesEs: Purposes = {
  environment: 'Entorno de esta instalación. Una base de datos conserva el entorno de su primer arranque.',
  host: 'Dirección en la que escucha el servicio.',
  port: 'Puerto TCP en el que escucha el servicio.',
  publicUrl:
    'Dirección en la que comercios y personas alcanzan el servicio; emisor de sus tokens. Predeterminado: la dirección en la que escucha.',
  portalUrl:
    'Dirección del portal, donde el equipo entra y encuentra transacciones. Es un host propio en el mismo servicio: ninguno de los dos responde nada del otro. Las llaves de acceso pertenecen a ese host, y un cambio las deja inservibles. Usa cuatro conexiones más con la base de datos por proceso. Predeterminado: `off` en `production`, `http://localhost:<PORT>` en `test`.',
  oidcIssuer:
    'Emisor de tu proveedor OpenID, con el que el equipo entra en el portal (docs/guides/single-sign-on.md). Sus metadatos se leen debajo de `/.well-known/openid-configuration`. Los vínculos de las personas pertenecen al emisor, y un cambio los deja inservibles. Define las cuatro configuraciones TITULAR_OIDC o ninguna. Predeterminado: sin inicio de sesión único.',
  oidcClientId: 'Client id del portal en ese proveedor.',
  oidcClientSecret: 'Client secret del portal en ese proveedor.',
  oidcName: 'Cómo llaman las personas a ese proveedor; está escrito en el botón.',
  oidcAcr:
    'Clase de contexto de autenticación que se pide al proveedor en `acr_values`, y que tiene que ser el `acr` de cada ID token: aquella por la que tu proveedor pide un segundo factor. Exige las otras cuatro configuraciones TITULAR_OIDC. Predeterminado: no se pide ninguna, y el proveedor tiene que exigir un segundo factor a este cliente.',
  dataDirectory:
    'Contiene la base de datos integrada, la clave maestra generada y, en `test`, demo.json. PostgreSQL se niega a ejecutarse como root; un servicio arrancado por root lo ejecuta como otro usuario. Si ese usuario no puede entrar en el directorio predeterminado, la base de datos integrada se guarda debajo de /var/lib/titular. Un directorio definido aquí se rechaza en ese caso. La salida del arranque y `titular data where` muestran el lugar.',
  databaseUrl:
    'PostgreSQL existente (15 o más nuevo) que se usa en lugar del integrado. Obligatorio en `production`, con TLS (`sslmode=verify-full`) si está en otro host. El arranque lo espera hasta 60 segundos.',
  reportDatabaseUrl:
    'Una réplica de la base de datos de DATABASE_URL, que consultan los comandos que solo leen mucho de ella: `audit verify` y `pictures status`. Dicen lo que tiene la réplica. El servicio mismo nunca la consulta. Predeterminado: DATABASE_URL.',
  embeddedDatabase:
    'Si se usa el PostgreSQL integrado cuando DATABASE_URL no está definida. Es una versión previa de un solo servidor, sin réplicas, para pruebas. Predeterminado: `on` en `test`, `off` en `production`.',
  withoutTls:
    'Conexiones a otros hosts que pueden ir sin TLS, o con un certificado sin verificar, en `production`. Predeterminado: ninguna.',
  tryIt:
    'Sirve una página en `/docs/try` que envía solicitudes del navegador a este servicio, con un token que pega quien la lee. Tiene el origen de la API; a ningún otro origen se le permite nada. Predeterminado: `on` en `test` cuando TITULAR_PUBLIC_URL es esta máquina, `off` en los demás casos.',
  allowRoot:
    'Permite que el servicio se ejecute como root en `production`, también el código que lee imágenes de desconocidos.',
  databasePoolSize:
    'Máximo de conexiones con la base de datos de este proceso para solicitudes y trabajos. Tres más escuchan avisos y vigilan la base de datos.',
  trustedProxies:
    'Proxies cuya cabecera X-Forwarded-For vale; de cualquier otro se ignora. Detrás de un proxy que no está en la lista, todos los clientes parecen tener su dirección: las listas de direcciones no funcionan, y las autenticaciones fallidas de un cliente frenan a los demás. Predeterminado: ninguno.',
  maximumConnections:
    'Máximo de conexiones simultáneas de clientes y proxies a este proceso; una más se cierra sin respuesta. Cada una necesita un descriptor de archivo del proceso.',
  masterKey:
    'La propia clave maestra, para almacenes de secretos que definen variables de entorno; varias claves durante una rotación. Prefiere TITULAR_MASTER_KEY_FILE: otros programas del mismo usuario pueden leer el entorno de un proceso. Las dos no se pueden combinar.',
  masterKeyFile:
    'Archivo con la clave maestra (32 bytes en base64), o con varias claves, una por línea, durante una rotación. El archivo se lee de nuevo cuando se necesita una clave que no tenía. Predeterminado en `test`: master.key en el directorio de datos, creado en el primer arranque. Esta o TITULAR_MASTER_KEY es obligatoria en `production`.',
  logLevel:
    'Menor gravedad que va al registro. Los accesos rechazados se registran en todos los niveles menos `silent`.',
  engineThreads:
    'Procesos del motor facial; con TITULAR_FACE_ENGINE_URL, cuántas imágenes se envían a la vez a cada una de sus direcciones. Predeterminado: uno por núcleo; sin TITULAR_FACE_ENGINE_URL, en un contenedor, como mucho uno por cada 512 MB de su memoria.',
  faceRuntime:
    'Entorno de ejecución de las redes neuronales del motor facial. `auto` usa código nativo si carga y da las respuestas conocidas. Si no, usa WebAssembly, que tarda cuatro veces más; el registro dice cuál. `native` se niega a arrancar si el código nativo no se puede usar. Los dos dan los mismos descriptores.',
  faceDescriptor:
    'Precisión de la red que describe un rostro. `int8` tarda un tercio y necesita código nativo. Es una versión propia del motor: las personas registradas con la otra son `reference_outdated` (docs/face-engine.md).',
  faceEngineUrls:
    'Tu propio motor facial, que se usa en lugar del integrado (docs/face-engine.md). De varias direcciones de un motor se consulta la que tiene menos imágenes en curso, y otra más cuando falla. Recibe imágenes de personas; por eso producción exige https, salvo que esté en esta máquina. Predeterminado: el motor integrado.',
  faceEngineSecret:
    'Se envía a TITULAR_FACE_ENGINE_URL como bearer token; se exige a quien llama a un proceso con TITULAR_ROLE=engine. Predeterminado: ninguno.',
  otherFaceEngine:
    'El segundo motor durante los días de un cambio: el que llega y, después del cambio, el que se va. Los dos miden cada imagen guardada (docs/face-engine.md). Recibe imágenes de personas; por eso producción exige https, salvo que esté en esta máquina. Predeterminado: ninguno, no hay un cambio en curso.',
  otherFaceEngineSecret:
    'Se envía a las direcciones de TITULAR_OTHER_FACE_ENGINE como bearer token. Predeterminado: ninguno.',
  role: 'Qué hace este proceso (docs/operations/roles.md); `serve --role` dice lo mismo. `api`: la API, la página alojada y el portal. `worker`: decisiones, webhooks y limpieza, sin puerto público. `engine`: mide rostros para los demás, sin base de datos. `all`: todo.',
  drainSeconds: `Segundos después de SIGTERM en los que \`/readyz\` responde \`500\` mientras aún se atienden solicitudes, para que un balanceador mande las nuevas a otra parte. El proceso termina después en no más de 25 segundos. Usa más de dos intervalos de la comprobación del balanceador. Predeterminado: ${DRAIN_SECONDS.production}; en \`test\`, ${DRAIN_SECONDS.test}.`,
  migrate:
    'Quién actualiza el esquema de la base de datos (docs/operations/upgrades.md). `auto`: cada arranque y cada comando, de uno en uno. `check`: solo `titular migrate`; un arranque al que le faltan migraciones se rechaza. `wait`: solo `titular migrate`; un arranque lo espera, y un comando se rechaza.',
  operationsPort:
    'Puerto TCP para `/metrics`, `/healthz`, `/readyz` y `/startupz` (docs/operations/metrics.md), por costumbre 9464. No exige token: mantenlo en una red privada. Usa una conexión más con la base de datos. Predeterminado: no se abre ninguno.',
  operationsHost: 'Dirección en la que escucha el puerto de operaciones.',
  overloadMs:
    'Milisegundos que las llamadas de comercios pueden tardar de media mientras falta tiempo de procesador. Si hay más en curso de las que caben en eso, las nuevas se rechazan con `42902`, primero las de la organización más activa (docs/operations/overload.md). 0 lo desactiva.',
  logSample:
    'En el nivel de registro `info` y por debajo, cada solicitud se registra. De las respuestas correctas de operaciones frecuentes (estados, imágenes de la cámara, sondas, archivos de la página), solo se registra una de tantas, con el número de las omitidas. 1 las registra todas.',
  callLogSample:
    'Las primeras 60 lecturas correctas (GET) por minuto, por cuenta y operación, quedan en el registro de llamadas. De las demás queda una de tantas; su `repeated` cuenta las omitidas, para que las sumas sigan siendo exactas. Todas las otras llamadas quedan; más allá de 60 por minuto, una correcta queda sin la forma de lo enviado. 1 las guarda todas enteras. Cada fila ocupa unos 0,4 kB durante 14 días.',
  otlpUrl:
    'Receptor de trazas por OTLP sobre HTTP, por ejemplo `http://127.0.0.1:4318/v1/traces` (docs/operations/traces.md). Predeterminado: ninguno; no se graba ninguna traza ni se abre ninguna conexión.',
  traceShare:
    'Parte de las trazas iniciadas en este proceso que se graba. Un proxy de confianza que envía `traceparent` decide por sus solicitudes.',
  identityPlatformUrl:
    'Tu propia plataforma de identidad con la misma interfaz, que se usa en lugar de la integrada (docs/identity-platform.md). Define las cinco configuraciones TITULAR_IDENTITY_PLATFORM o ninguna. Predeterminado: la plataforma integrada.',
  identityPlatformTokenUrl: 'Endpoint de tokens de esa plataforma, para OAuth 2.0 client credentials.',
  identityPlatformClientId: 'Client id de este servicio en esa plataforma.',
  identityPlatformClientSecret: 'Client secret de este servicio en esa plataforma.',
  identityPlatformWebhookSecrets:
    'Secreto que firma los eventos de esa plataforma; dos durante una rotación.',
  cardEvidenceUrl:
    'Tu propio servicio que dice lo que el emisor o la pasarela saben de una tarjeta (docs/card-evidence.md). Defínelo junto con TITULAR_CARD_EVIDENCE_SECRETS. Predeterminado: no se consulta a nadie.',
  cardEvidenceSecrets: 'Secreto con el que se firman las consultas a ese servicio; dos durante una rotación.',
  cardEvidenceIdentity:
    'Si ese servicio recibe la identidad de la persona. `omit`: sabe de quién es la tarjeta solo por el número de pedido.',
  cardEvidenceMs: 'Milisegundos en los que tiene que llegar la respuesta entera de ese servicio.',
  matchThreshold:
    'Mayor distancia euclidiana a la que dos rostros cuentan como una sola persona. Menor es más estricto.',
  galleryMemoryMb:
    'Memoria en MB para los rostros registrados que este proceso busca, de todas las organizaciones juntas; unos 0,75 kB por rostro con el motor integrado, de modo que en 1024 MB caben 1,4 millones. Solo la ocupan los procesos que deciden. Una galería (los rostros de una organización, de un tipo de identidad y de una versión del motor) se lee en su primera búsqueda y sale 15 minutos después de la última, o antes si otra necesita el sitio: primero la que lleva más tiempo sin usarse. Una búsqueda que no cabe espera. Una galería que sola no cabe está en su límite: el ajuste full-gallery de la empresa dice qué se decide entonces. A partir del 80 %, el registro avisa, y `/readyz` y `titular galleries list` lo informan.',
  galleryThreads: `Hilos que guardan galerías y buscan en ellas, cada uno con una parte de cada galería. Predeterminado: los núcleos del procesador, como máximo ${MAX_USUAL_THREADS}.`,
  galleryLimit:
    'Máximo de rostros de una galería, cuando deben registrarse menos de los que caben en la memoria, por ejemplo por falsas coincidencias (docs/decision.md). En el límite no se registra ningún rostro más. Por encima, no se busca en la galería, porque una búsqueda parcial no vale nada. El ajuste full-gallery de la empresa dice qué se decide entonces. Predeterminado: lo que cabe en TITULAR_GALLERY_MEMORY_MB.',
  challengeStepSeconds: 'Segundos que tiene una persona para cada paso del reto.',
  maximumAttempts: 'Intentos del reto por transacción.',
  retrySeconds:
    'Segundos en los que tiene que empezar el siguiente intento después de uno fallido; después, el fallo es definitivo.',
  signingKeyDays: 'Edad en días con la que una clave que firma tokens se rota automáticamente.',
  failedAuthentications:
    'Autenticaciones fallidas permitidas a un cliente desde una dirección, sumados todos los procesos; después, una cada 6 segundos. Todos los clientes de una dirección comparten un límite de diez veces ese número, y después una por segundo. El mismo límite vale para enlaces y tokens del SDK de una dirección que no abren nada.',
  linkLifetimeSeconds:
    'Duración en segundos del token del SDK y de la sesión de la página. Si la defines, también del enlace de un solo uso hasta que se abre, salvo que el ajuste `link-lifetime-seconds` de la empresa diga otra cosa; de forma predeterminada, un enlace sin abrir dura tanto como su transacción o proceso.',
  webhookPorts:
    'Puertos permitidos a los destinos de webhooks y a sus endpoints de tokens. En `test` también se permiten 80 y 8080.',
  webhookLoopback:
    'Permite a todo destino de webhooks una dirección de loopback de esta máquina, en cualquier puerto. Para pruebas en `test`; `on` se rechaza en `production`.',
  picturePlace:
    'Dónde se guardan, selladas, las nuevas imágenes de las capturas: en la base de datos o en el almacén de objetos de TITULAR_OBJECTS_URL (docs/operations/pictures.md). Las imágenes anteriores se quedan donde están; `titular pictures move` las mueve.',
  objectsUrl:
    'Bucket de un almacén de objetos compatible con S3, en la ruta (`https://host/bucket`) o en el nombre del host. Obligatorio mientras haya alguna imagen en él. Predeterminado: ninguno.',
  objectsRegion: 'Región para la que se firman las solicitudes al almacén de objetos.',
  objectsAccessKey: 'Access key id del almacén de objetos. Predeterminado: ninguno.',
  objectsSecretKey:
    'Clave secreta del almacén de objetos. Tiene que poder listar el bucket, guardar, leer y borrar objetos y, en un bucket que guarda versiones, listarlas y borrarlas. Predeterminado: ninguna.',
  erasureSweep:
    'Una vez por hora después de eliminaciones, hace VACUUM de las tablas afectadas y sobrescribe el registro de transacciones (WAL) de la base de datos, como máximo 160 MB cada vez. Usa `off` si el registro se archiva o la base de datos es gestionada; entonces valen para el registro tus propias reglas.',
  erasureLedger:
    'Lista, a la que solo se añade, de eliminaciones fuera de la base de datos, y de retenciones legales, disputas, referencias retiradas y pedidos de personas, por hash con clave e id y sin datos personales. Después de una restauración, el arranque repite lo que la base de datos perdió de ellos (docs/operations/backup.md). Varios nodos necesitan un solo archivo en almacenamiento compartido. Guarda copias lejos de las copias de seguridad. `off` no guarda ninguna. Obligatoria en `production`. Un arranque con una lista que falta, o que no es la de la base de datos, se rechaza; `titular data accept-ledger` acepta otra. Predeterminado en `test`: erasures.ledger en el directorio de datos; si no puede servir, el registro avisa y no se guarda ninguna.',
};
