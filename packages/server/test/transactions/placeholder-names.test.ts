import { parseCardName } from '@titular/server/transactions/create/card-name.ts';
import { describe, expect, test } from 'vitest';

const parted = (text: string): string[] => text.split('|').map((part) => part.trim());

describe('texts that stand where a name is missing', () => {
  test.each(
    parted(
      'undefined | undefined undefined | UNDEFINED | null | NULL | null null | Null Null | null undefined | NaN | nan | NaN NaN | None | NONE NONE | nil | false | true | True False | object Object | Infinity | void | N/A | n/a | NA | none/none | string | placeholder | unknown | UNKNOWN UNKNOWN | anonymous | asdf | qwerty | Lorem Ipsum | Mr Unknown | desconhecido | NENHUM | nulo | Sin Nombre | SEM NOME | Inconnu | Unbekannt | Неизвестно | 不明 | 未知 | 없음',
    ),
  )('%s, what programs put for no value, is refused (C4)', (text) => {
    expect(parseCardName(text)).toEqual({ kind: 'refused', problem: 'no_name' });
  });

  test.each(
    parted(
      'CARDHOLDER NAME | CARDHOLDER | CARD HOLDER | Cardholder/Name | cardholderName | NAME ON CARD | Name as it appears on card | FULL NAME | Your Name Here | First Name Last Name | FIRST LAST | fullName | Name | VALUED CUSTOMER | NOME NO CARTAO | Nome no cartão | NOME IMPRESSO NO CARTÃO | Nome do titular | NOME COMPLETO | Seu nome | NOME E SOBRENOME | NOMBRE DEL TITULAR | Nombre y Apellidos | NOMBRE EN LA TARJETA | TITULAR | Nom du titulaire | Nom et Prénom | NAME DES KARTENINHABERS | Karteninhaber | Vorname Nachname | Nome del titolare | IMIĘ I NAZWISKO | JMÉNO A PŘÍJMENÍ | AD SOYAD | İSİM SOYİSİM | Имя Фамилия | ИМЯ ДЕРЖАТЕЛЯ КАРТЫ | ΟΝΟΜΑΤΕΠΩΝΥΜΟ | 氏名 | お名前 | カード名義人 | 持卡人姓名 | 이름 | 카드 소유자 | الاسم الكامل | שם בעל הכרטיס | ชื่อ นามสกุล | नाम | NOT PROVIDED | NAO INFORMADO | No disponible',
    ),
  )('%s, a label, is refused (C4)', (text) => {
    expect(parseCardName(text).kind).toBe('refused');
  });

  test.each(
    parted(
      'aaaa | AAA | XXXX XXXX | x x x | ー | 々 | ـ | ーー | ・ー | ª | -Infinity | --help | -v | - Maria-',
    ),
  )('%s, no letters of a name, is refused (C4)', (text) => {
    expect(parseCardName(text).kind).toBe('refused');
  });

  test.each(
    parted(
      'www.example.com | WWW.EXAMPLE.COM | www.loja.com.br | Maria www.example.com | ｗｗｗ．example.com',
    ),
  )('%s, an address, is refused for persons and companies (C4)', (text) => {
    for (const holder of ['person', 'company'] as const)
      expect(parseCardName(text, holder)).toEqual({ kind: 'refused', problem: 'no_name' });
  });

  test.each(
    parted(
      'Jennifer Null | A. Null | Anna Nan | Nan Nan | Nil Puig | Na Na | Zachary Test | Test | Silva False | Eric Holder | Robert Name | Orson Card | Maria Nome Silva | Sammy Blank | Foo Bar | Ad Ime | Aa | Oo | Ng | No Me | Nu Lo | Promise Owusu | Fulano de Tal',
    ),
  )('%s, which may be somebody, is accepted (C4, C9)', (text) => {
    expect(parseCardName(text)).toEqual({ kind: 'name', name: text });
  });
});

describe('letters of formulas and phonetics', () => {
  test.each(['𝕄aria', '𝓜𝓪𝓻𝓲𝓪', '𝐌𝐀𝐑𝐈𝐀', 'ᴍᴀʀɪᴀ', 'ₘₐᵣᵢₐ', 'ᵐᵃʳⁱᵃ', 'ɐıɹɐɯ', 'ℳaria', 'ℝita'])(
    '%s are refused in words (C4)',
    (text) => {
      expect(parseCardName(text)).toEqual({ kind: 'refused', problem: 'stylised' });
    },
  );

  test.each(['Ⓜⓐⓡⓘⓐ', '🄼🄰🅁🄸🄰', '🇲🇦'])('%s, which are signs, are refused (C4)', (text) => {
    expect(parseCardName(text).kind).toBe('refused');
  });
});
