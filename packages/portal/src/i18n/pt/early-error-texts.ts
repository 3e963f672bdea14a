import type { EarlyErrorCode } from '../error-code-areas.ts';

/** Words of the codes that can come before anybody has signed in. */
export const earlyErrorTexts: Record<EarlyErrorCode, string> = {
  '40001': 'O servidor não conseguiu ler o que esta página enviou. Recarregue a página e tente de novo.',
  '40002': 'Falta algo no formulário ou um campo está fora do formato. Confira e envie de novo.',
  '40066':
    'O provedor de identidade não pode ser usado agora. Tente de novo em um minuto ou entre de outra forma.',
  '40067': 'Esta identidade está vinculada a outra conta, ou sua conta a outra identidade.',
  '40073':
    'Essa senha é fácil de adivinhar. Use pelo menos 15 caracteres, como quatro ou cinco palavras sem relação.',
  '40075':
    'O código de 6 dígitos não confere. Digite o que o aplicativo mostra agora; se falhar de novo, use a hora da rede no celular.',
  '40076': 'Já existe alguém com esse nome. Escolha outro.',
  '40077': 'A chave de acesso não foi aceita. Comece de novo e desbloqueie com PIN, digital ou rosto.',
  '40340': 'Você não está conectado. Entre para continuar.',
  '40341': 'A página foi bloqueada porque ficou um tempo sem uso. Desbloqueie para continuar.',
  '40342': 'Confirme que é você, e a ação continua.',
  '40344': 'O servidor não reconheceu esta página. Recarregue e tente de novo.',
  '40345':
    'A entrada não foi aceita. Confira o que digitou, entre de outra forma ou peça a um administrador para redefinir seu acesso.',
  '40346': 'Este link foi usado, substituído ou expirou. Peça um novo a quem enviou.',
  '40347': 'Antes, adicione uma chave de acesso ou uma senha. Você entrou com um código de recuperação.',
  '40370': 'Essa entrada foi recusada, demorou demais ou começou em outro navegador. Comece de novo aqui.',
  '40371':
    'Nenhuma conta está vinculada a esta identidade. Entre de outra forma e vincule-a, ou peça um convite.',
  '40372':
    'O provedor de identidade não abre contas de quem opera. Use uma chave de acesso, ou senha e código.',
  '42905': 'Muitas tentativas erradas. Espere alguns minutos ou use uma chave de acesso.',
  '42906': 'O portal está ocupado. Tente de novo em instantes ou faça uma busca mais específica.',
  '50001': 'Algo deu errado do nosso lado. Veja se a alteração está lá antes de tentar de novo.',
};
