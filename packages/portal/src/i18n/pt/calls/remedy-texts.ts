import type { remedyTexts as english } from '../../en/calls/remedy-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The same in Portuguese. */
export const remedyTexts: TextsLike<typeof english> = {
  remedy_40001:
    'Envie um único objeto JSON como application/json, em UTF-8, sem content encoding, de até 16 níveis e, se a operação não disser outra coisa, 32 KiB.',
  remedy_40002: 'Corrija o campo indicado e envie a requisição de novo.',
  remedy_40004: 'Use sem mudanças o id que a criação devolveu.',
  remedy_40005: 'Use sem mudanças o id que a eliminação devolveu.',
  remedy_40006: 'Use sem mudanças o id que a API devolveu.',
  remedy_40007: 'Use sem mudanças o id que a criação devolveu.',
  remedy_40024:
    'Envie o nome como está impresso no cartão: letras de uma só escrita, espaços, apóstrofos, hifens e pontos, em UTF-8; `SOBRENOME/NOME` é entendido. Nomes de empresas, com `identity.key` `cnpj`, podem ter dígitos e `& + / ( ) % ! # @`. Não ponha nada no lugar de um nome que você não tem: pergunte à pessoa.',
  remedy_40025: 'Peça à pessoa um cartão válido ou corrija a data (MM/AA).',
  remedy_40026:
    'Envie só os 8 primeiros e os 4 últimos dígitos, em card.binDigits e card.lastDigits. Se outros dígitos apenas parecem um número de cartão, escreva-os em grupos de sete, como 4000001-2345678.',
  remedy_40027: 'Use a transação anterior; uma nova pode ser criada depois que ela terminar sem aprovação.',
  remedy_40028:
    'Use uma chave nova em cada requisição, por exemplo um UUID, e repita uma requisição só sem mudanças.',
  remedy_40029:
    'Espere os segundos de Retry-After e repita a requisição; ela devolve a resposta da primeira.',
  remedy_40031:
    'Tire additionalInfo para que a pessoa faça uma selfie ou envie o id de um processo terminado.',
  remedy_40032:
    'Espere o evento process.finished desse processo e envie a mesma requisição de novo; depois de process.failed, inicie outro.',
  remedy_40033: 'Tire additionalInfo para que a pessoa faça uma selfie ou inicie outro processo.',
  remedy_40034: 'Tire additionalInfo para que a pessoa faça uma selfie.',
  remedy_40035: 'Compare key e value da identidade com os do início do processo.',
  remedy_40036: 'Tire additionalInfo para que a pessoa faça uma selfie.',
  remedy_40037: 'Tire additionalInfo para que a pessoa faça uma selfie ou inicie outro processo.',
  remedy_40038:
    'Tire additionalInfo para que a pessoa faça uma selfie ou peça ao operador que aumente a configuração.',
  remedy_40045: 'Confira o valor; peça ao operador que aumente o limite da empresa.',
  remedy_40046: 'Leia o status dela; um status final nunca muda.',
  remedy_40047:
    'Leia o status dela. Uma transação aberta envia o evento quando termina; para uma terminada, o status é a resposta.',
  remedy_40048: 'Leia o status; o histórico mostra os motivos de qualquer outro resultado.',
  remedy_40049: 'Use o recibo ou documento obtido antes; o histórico mostra o que resta.',
  remedy_40050: 'Leia o status dela; crie uma transação nova para outra tentativa.',
  remedy_40051: 'Leia o processo; inicie outro para outra tentativa.',
  remedy_40052: 'As imagens não existem mais; o histórico mostra o que resta.',
  remedy_40070: 'Leia `disabledReason` e ligue o destino mudando `enabled`.',
  remedy_40071: 'Exclua um destino que não é mais necessário ou mude um existente.',
  remedy_40072:
    'Espere até `previousSecretEndsAt`, que também é o Retry-After. Se um segredo vazou ou se perdeu, envie `overlapSeconds` 0: a partir daí só o segredo novo assina.',
  remedy_40080: 'Salve a foto indicada como JPEG de até 512 KiB e envie todas as fotos de novo.',
  remedy_40081:
    'Recorte a foto indicada para que um só rosto de frente ocupe boa parte dela, ou deixe-a de fora.',
  remedy_40082: 'Envie outra foto da pessoa no lugar da indicada.',
  remedy_40083: 'Compare as fotos indicadas e deixe de fora a que mostra outra pessoa.',
  remedy_40084:
    'Envie replace como true se as fotos novas devem tomar o lugar de todos os rostos cadastrados.',
  remedy_40085:
    'Descubra quem foi cadastrado antes de agir. Envie replace como true se as fotos estão certas: o rosto cadastrado é então eliminado.',
  remedy_40086:
    'Compare as duas identidades. Envie allowDuplicateFace como true se são duas pessoas parecidas, como gêmeos.',
  remedy_40087: 'Peça ao operador que aumente TITULAR_GALLERY_MEMORY_MB ou TITULAR_GALLERY_LIMIT.',
  remedy_40088: 'Peça ao operador que resolva a disputa (titular faces settle) e envie a referência de novo.',
  remedy_40090:
    'Use um cenário de GET /api/public/v1/walletid/sandbox/scenarios que liste esta operação, ou tire o cabeçalho.',
  remedy_40091: 'Não envie este cabeçalho à produção; use cenários no ambiente de teste.',
  remedy_40092: 'Leia o status e o histórico: status finais nunca mudam.',
  remedy_40301:
    'Obtenha um token novo no endereço de tokens, com o escopo que esta operação exige, e envie-o como "Authorization: Bearer …".',
  remedy_40400: 'Compare caminho e método com a documentação; o caminho base é /api/public/v1.',
  remedy_40401: 'Confira o id e para qual ambiente o token vale.',
  remedy_40404: 'Confira o id da empresa e para qual ambiente o token vale.',
  remedy_40405: 'Confira o id e para qual ambiente o token vale.',
  remedy_40406: 'Confira o id e para qual ambiente o token vale.',
  remedy_40407: 'Confira o id e para qual ambiente o token vale.',
  remedy_40408: 'Confira o id e para qual ambiente o token vale.',
  remedy_40409: 'Confira o id e para qual ambiente o token vale.',
  remedy_40412: 'Leia as capturas da transação para ver quais imagens estão guardadas.',
  remedy_40413: 'Confira o id e para qual ambiente o token vale.',
  remedy_40414:
    'Leia a referência para ver quantas fotos estão guardadas; para guardá-las, envie a mesma requisição de novo com keepPhotographs como true.',
  remedy_42901: 'Espere os segundos de Retry-After e continue no ritmo permitido.',
  remedy_42902: 'Espere os segundos de Retry-After e envie menos requisições ao mesmo tempo.',
  remedy_50001:
    'Espere os segundos de Retry-After e tente de novo, com a mesma Idempotency-Key; se a mensagem disser, leia antes o que existe. Se continuar, dê ao operador o X-Request-Id da resposta.',
  remedy_50002: 'Espere os segundos de Retry-After e tente de novo; se continuar, avise o operador.',
  remedy_50003: 'Espere os segundos de Retry-After e tente de novo; se continuar, avise o operador.',
};
