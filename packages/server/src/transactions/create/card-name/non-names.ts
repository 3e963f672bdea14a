import type { Holder } from './written-form.ts';

const fold = (text: string): string =>
  text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replace(/[łøı]/g, (letter) => ({ ł: 'l', ø: 'o' })[letter] ?? 'i');

const setOf = (text: string): ReadonlySet<string> => new Set(fold(text).split(/\s+/).filter(Boolean));

/** What programs and forms put where a value is missing; nobody's whole name is made of these. */
const NON_VALUES = setOf(`
  undefined null none void nullptr dbnull nonetype true false infinity object objectobject undefinedundefined nullnull
  string boolean array placeholder default unknown anonymous missing empty error invalid
  unspecified unnamed untitled noname nonamed tbd tba asdf asdfg asdfgh asdfasdf abcd abcde abcdef qwerty qwertyuiop lorem ipsum dolor
  help version mr mrs ms
  nulo nula vazio vazia vacio vacia nenhum nenhuma ninguno ninguna desconhecido desconhecida desconocido desconocida
  indefinido indefinida anonimo anonima invalido invalida erro ausente inexistente consumidor
  inconnu inconnue anonyme indefini unbekannt anonym leer sconosciuto sconosciuta ignoto onbekend okand ukendt ukjent
  tuntematon nieznany neznamy neznamo ismeretlen necunoscut bilinmiyor bilinmeyen
  неизвестно неизвестный аноним невідомо невідомий αγνωστο αγνωστος مجهول לאידוע`);

/** Exact spellings: whoever is called `Nan`, `Nil` in Catalonia or `Na` in Korea is a person. */
const MACHINE_SPELLING =
  /^(?:NaN(?: NaN)*|nan(?: nan)*|nil(?: nil)*|na|NA|[ns]\/[ads]|[NS]\/[ADS]|n\.a\.|N\.A\.|s\.n\.|S\.N\.)$/;

/** Nouns of labels and templates; a name made of label words alone is a label when one of these is among them. */
const LABEL_NOUNS = setOf(`
  name names fullname firstname lastname surname forename username cardholder cardholders cardmember holdername
  cardholdername nameoncard yourname
  nome nomes sobrenome titular titulares portador portadora nomecompleto nometitular nomecartao nomenocartao nomedotitular
  nombre nombres apellido apellidos tarjetahabiente titulaire prenom nomcomplet titolare cognome
  karteninhaber karteninhabers karteninhaberin kontoinhabers kontoinhaber nachname vorname familienname kaarthouder achternaam voornaam
  kortinnehavare kortholder kortindehaver efternamn etternavn efternavn fornamn fornavn kortinhaber kortinehaver
  sukunimi etunimi nazwisko posiadacz przijmeni prijmeni drzitel priezvisko prezime kartyabirtokos vezeteknev
  keresztnev prenume titularul soyad soyadi soyisim kartsahibi
  имя фамилия держатель владелец фио прізвище власник ονοματεπωνυμο επωνυμο ονομα κατοχος`);

/** Words beside them in labels, and the articles and prepositions between. */
const LABEL_WORDS = setOf(`
  a as on in of the your my no not here it is appears appear appearing printed shown exactly enter type insert full first
  last middle given family legal card holder holders owner account customer client member user guest valued preferred
  gift prepaid debit credit bank provided available applicable informed number 
  o os as na em da de do das dos e ou seu sua meu minha sem nao aqui cartao impresso escrito gravado como esta no
  completo completa primeiro ultimo cliente usuario usuaria conta empresa informado informada fornecido disponivel
  aplicavel consta final padrao digite insira
  el la los las en y tu su mi sin del tarjeta impreso aparece escriba ingrese cuenta disponible aplica proporcionado
  le les du des sur et votre vos sans carte client complet imprime
  der die das des auf und ihr dein ohne karte kunde kein keine il lo di della sulla e carta cliente nominativo senza
  op het en zonder pa av uten utan kort konto nom naam navn namn nimi ime imie imiona i jmeno meno a nev teljes nume
  si ad adi isim kart uzerindeki ten the tren khong nama pemegang kartu
  и владельца держателя карты на карте как ваше имени фамилии прізвище картки`);

/** Whole labels without a noun of their own above, letters and nothing else. */
const LABELS = setOf(`
  cardholder firstlast lastfirst giftcard prepaidcard debitcard creditcard valuedcustomer preferredcustomer customer
  notprovided notavailable notapplicable notinformed naoinformado naoinformada naodisponivel naoseaplica noinformado
  nodisponible noaplica nonfourni nondisponible seminformacao sininformacion nomsurlacarte nomdutitulaire
  clientefinal consumidorfinal clientepadrao usuariofinal loremipsum namehere naamkaarthouder naamvankaarthouder naamvandekaarthouder hovaten
  氏名 姓名 名前 お名前 おなまえ カード名義 カード名義人 名義人 フリガナ ふりがな 持卡人 持卡人姓名 持卡人姓名拼音 名字 全名 无 無 未知 匿名 不明 無 無名 空白
  이름 성명 성함 카드소유자 카드명의자 없음 미상 익명
  الاسم اسم اسمحاملالبطاقة حاملالبطاقة الاسمالكامل غيرمعروف לאידוע שם שםמלא שםבעלהכרטיס בעלהכרטיס
  ชื่อ ชื่อนามสกุล ชื่อผู้ถือบัตร ผู้ถือบัตร ไม่มี ไม่ทราบ नाम पूरानाम कार्डधारक कार्डधारककानाम धारककानाम
  անուն սახელი`);

/** The address of a page, which also companies write on no card. */
const ADDRESS = /(?<![\p{L}\p{M}\p{N}])www\.[\p{L}\p{N}]/iu;

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/** Letters in a row that a key held down or a mask leaves; of signs that are syllables, and of a company's, fewer may be a name. */
function isOneLetter(letters: string, holder: Holder): boolean {
  const signs = [...letters];
  const least = holder === 'person' && /[\p{Lu}\p{Ll}]/u.test(letters) ? 3 : 5;
  return signs.length >= least && signs.every((sign) => sign === signs[0]);
}

const MIN_JOINED = 8;

/** Label words with a noun among them, or a label written as one word; an initial in front belongs to a person. */
function isLabel(words: readonly string[], joined: string): boolean {
  if (LABELS.has(joined) || (joined.length >= MIN_JOINED && LABEL_NOUNS.has(joined))) return true;
  const isOfLabels = words.every((word) => LABEL_WORDS.has(word) || LABEL_NOUNS.has(word));
  return isOfLabels && words[0]?.length !== 1 && words.some((word) => LABEL_NOUNS.has(word));
}

/**
 * Whether the text stands where a name is missing: what programs print for no value, the label of the field, an address,
 * or one letter over and over. Only whole names count: `Null`, `Nan`, `Test` and `Holder` are somebody's beside a further name.
 */
export function isNoName(text: string, holder: Holder): boolean {
  if (MACHINE_SPELLING.test(text.trim()) || ADDRESS.test(text)) return true;
  const words = wordsOf(fold(text));
  const joined = words.join('');
  const isNoValue =
    words.every((word) => NON_VALUES.has(word)) || (joined.length >= MIN_JOINED && NON_VALUES.has(joined));
  return words.length > 0 && (isNoValue || isOneLetter(joined, holder) || isLabel(words, joined));
}
