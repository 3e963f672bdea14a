import type { previewTexts as original } from '../../en/settings/preview-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The preview of the page's looks. */
export const previewTexts: TextsLike<typeof original> = {
  previewOpen: 'Ver prévia da página',
  previewClose: 'Fechar a prévia',
  previewIntro:
    'A própria página com os valores acima, salvos ou não, e uma compra inventada. Ela não abre câmera, e nada é guardado.',
  previewScreen: 'Tela',
  previewLanguage: 'Idioma da página',
  previewWindow: 'Janela',
  previewScheme: 'Cores',
  previewScreen_consent: 'Consentimento',
  previewScreen_primer: 'Antes da câmera',
  previewScreen_camera: 'Câmera',
  previewScreen_approved: 'Confirmada',
  previewScreen_not_approved: 'Não confirmada',
  previewWindow_phone: 'Celular',
  previewWindow_desktop: 'Computador',
  previewScheme_light: 'Claras',
  previewScheme_dark: 'Escuras',
  previewFrame: 'Prévia da página: {words}',
  previewShows: 'A prévia mostra: {words}.',
  previewMissing:
    'A prévia não respondeu. O endereço público do serviço precisa ser acessível deste navegador.',
  previewPartlySaved: 'Um valor que seria recusado aparece como está salvo.',
  previewContrast: 'Contraste da cor',
  previewOwnColour: 'Sem cor própria: a página usa as de costume, cujos contrastes bastam.',
  previewMeasure_words: 'Texto branco no botão',
  previewMeasure_light: 'Botão na página clara',
  previewMeasure_dark: 'Botão na página escura',
  previewRatio: '{ratio} para 1',
  previewAsked: 'exigido: {asked} para 1 (WCAG {criterion})',
  previewEnough: 'suficiente',
  previewTooLittle: 'insuficiente',
  previewEdge:
    'Uma cor com pouco contraste para texto branco não é aceita. Onde o botão é difícil de ver na página, ela desenha um contorno em volta dele.',
  previewLogo: 'Experimentar um logotipo',
  previewLogoHint: 'PNG, JPEG ou WebP de até 1 MB. Só este navegador lê o arquivo; um comando o salva.',
  previewLogoRefused: 'Este arquivo não é PNG, JPEG ou WebP de até 1 MB.',
  previewLogoSaved: 'Mostrar o logotipo salvo',
};
