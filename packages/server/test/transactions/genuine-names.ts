const named = (text: string): string[] => text.split('|').map((name) => name.trim());

/** Names as persons of many countries have them, by country or script; the parting line is no part of one. */
export const GENUINE_NAMES: Readonly<Record<string, readonly string[]>> = {
  Brazil: named(
    "Maria da Silva | João Antônio de São José | Conceição D'Ávila | Antônia D`Ângelo | José Inácio Nóbrega Filho | Cauã Araújo Neto | Íris Lourenço | Mª Aparecida Gonçalves | Luís Carlos dos Santos Júnior | Ubirajara Xukuru-Kariri | Lívia Falcão e Sá | Zuleica Patrício Guimarães",
  ),
  Portugal: named(
    'Inês Magalhães | Nuno Simões Vaz | Gonçalo Mourão-Ferreira | Estêvão Brandão | Letícia Cê | Irmã Dulce',
  ),
  Spain: named(
    "Begoña Ibáñez Güell | Íñigo Peñarroya | Núria Pol·lès | Carme Gal·la | Iñaki Urdangarín | Antoni Güell i López | Nil Puig | Mª del Carmen Núñez | Xosé Luís Souto | Jordi d'Eramprunyà",
  ),
  America: named(
    "José Ángel Gutiérrez | Ñusta Quispe | Atahualpa Yupanqui | María José de los Ángeles | Martin Luther King Jr. | JOHN SMITH 2ND | Henry Adams 3rd | William Gates III | Davis Love 4th | Dwayne O'Neil-Walker | Sahaiʔa May | Keala Kaʻanāʻanā | Mary-Ann Yazzie | Jennifer Null | Zachary Test | Christopher Card | Eric Holder | Sammy Blank | A. Null | Robert Name | Nan Goldin | José Nadie",
  ),
  'British Isles': named(
    'Siân Lloyd | Seán Ó Briain | Máire Ní Dhónaill | Niamh O’Connor | Caoimhín Mac Giolla Chríost | Dafydd ap Gwilym | Myfanwy Llŷr | Fionn MacCumhaill | J. R. R. Hartley | Anne-Marie St. John',
  ),
  France: named(
    "Zoé Lefèvre | Jean‐Luc Picard | Jean‑Luc Godard | Jean–Luc Moreau | Œuvrard Cécile | Anaïs L'Hôte | Hélène de La Fontaine | François d’Aubigné | Marie Dupont--Martin | Maël Le Guénnec | Loïc Kerguelen | Ysé Ÿ",
  ),
  Germany: named(
    'Jörg Müller-Lüdenscheidt | Käthe Weiß | Groß Günther | Annegret Schäfer‑Öztürk | Sören von der Höhe | Gräfin Ännchen zu Löwenstein | Dr. Änne Strauß | Lisa Schifferl | Ute Großkreutz',
  ),
  Netherlands: named(
    "Daniël van 't Hof | IJsbrand de Vries | Ĳsbrand Meijer | Zoë Coëlho | 't Hooft Gerard | Noëlle op den Akker | Renée van der Ploeg",
  ),
  Nordic: named(
    'Åsa Öberg | Søren Kjærgård | Bjørn Ærø | Þórður Ásgrímsson | Guðrún Ósvífursdóttir | Ætla Þorgerður | Jóannes Patursson | Väinö Mäkelä | Áile Gáŋgá | Pekka Åström | Ingrid Aa | Nils-Aslak Ǩiurâl',
  ),
  Baltic: named(
    'Ģirts Ķēniņš | Žanis Ļaudaks | Ņikita Šķēle | Ūla Žemaitytė | Žydrūnas Ėglė | Šarūnas Jasikevičius | Õie Jõgi | Ülo Sõõrumäe | Rūta Meilutytė-Ąžuolė',
  ),
  Poland: named(
    'Łukasz Żółć | Małgorzata Róż | Zbigniew Wężyk | Świętosław Ćwierk | Józef Półtorak | Paweł Księżak | Grażyna Gróźdź | Jadwiga Pięść',
  ),
  'Czechia and Slovakia': named(
    'Božena Němcová | Jiří Kříž | Růžena Růžičková | Šárka Líšková | Ľubica Ďurišová | Štěpán Měšťan | Ľudovít Štúr | Zdeněk Bříza | Ondřej Přibyl | Ťažký Ján | Kateřina Čížková | Peter Kĺb',
  ),
  Hungary: named('Győző Őrsi | Ödön Fülöp | Ilona Szűcs | Zsófia Bűdi | Gáspár Hőgyész'),
  Romania: named(
    'Ștefan Țîrlea | Ion Răşcanu | Gheorghe Păşcan | Mihăiță Brâncuși | Ţepeş Vlad | Cătălin Lăcătuşu | Vâşcu Ana | Răşvan Îndreşti',
  ),
  Balkans: named(
    'Đorđe Šešelj | Željko Čvorović | Ljiljana Ćosić | ǈubica Đurić | Janez Žnidaršič | Šime Ćuk | Ëngjëll Çela | Ledion Ëmë',
  ),
  Turkey: named(
    'Gülşah Öztürk | Ayşe Işık | İbrahim Kılıç | Şükrü Çağlar | Ömer Ağaoğlu | Iğdır Ümit | Əli Həsənov',
  ),
  Malta: named('Ġorġ Borġ | Ħaġar Żammit | Ċensu Għarb'),
  Vietnam: named(
    'Nguyễn Thị Ánh | Trần Đức Lương | Phạm Ngọc Thạch | Lê Đình Chinh | Đặng Thùy Trâm | Hồ Xuân Hương | Ưng Hoàng Phúc | Ỷ Lan | Võ Thị Sáu | Bùi Ớt',
  ),
  Africa: named(
    "Akosua Ɔkyerɛ | Kofi Ɛsɔn | Ọlámídé Adébáyọ̀ | Ṣadé Ògúnṣẹ́yẹ | Chukwụemeka Ọbị | Ɓaƙo Ɗanjuma | Hauwa Ƙoƙi | Fatou N'Diaye | Mamadou M’Baye | ǃNaba ǁGaroëb | Thandiwe Mthiyane | Nombuso Dlamini | Afi Ŋutifafa | Ime Udoka | Yaw Aƒetɔ | Kyɛi Baffour",
  ),
  'Italy and Switzerland': named(
    "Niccolò Dall'Acqua | Marco Di Stefano | Nicolò De’ Medici | Mario Carta | Gian-Andrea Cavêgn",
  ),
  Pacific: named(
    'Sione Tuʻipulotu | Hēmi Ngāpō | Tāwhiri Māhuta | Losaline Maʻasi | Kahurangi Ōtene | Aliʻi Oʻahu',
  ),
  'Uzbekistan in Latin': named('Oʻtkir Gʻafurov | O‘g‘iloy Yo‘ldosheva | Sherzod Oʼrinboyev'),
  Cyrillic: named(
    "Нина Иванова | Артём Щёголев | Феофан Грек | Юлия Ёлкина | Ян Ким | Ніна Їжакевич | Мар'яна Ґудзь | Соломія В’юн | Лі Сі Цин | Ўладзімір Быкаў | Ђорђе Ћосић | Љубица Њежић | Ѓорѓи Ќосев | Ѕвонко Јовановски | Әлия Қасымова | Өмір Ұлан | Гүлнара Һидиятова | Ҳасан Ғуломов | Бат-Эрдэнэ Өнөр",
  ),
  Greek: named(
    'Γιώργος Παπαδόπουλος | Ελένη Ράπτη | Άννα Όθωνος | Ιωάννης Καποδίστριας | Ζωή Ϊλιάδη | Νίκος Μπαΐρης',
  ),
  Caucasus: named(
    'Գևորգ Մկրտչյան | Արամ Խաչատրյան | Նարեկ Տեր-Պետրոսյան | Տիգրան Տէր֊Ղազարեան | გიორგი ბერიძე | თამარ მაჭავარიანი | ნინო წერეთელი',
  ),
  Hebrew: named(
    "דוד כהן | ג׳ורג׳ שמיר | צ'רלי לוי | מרים בר־לב | יהודה בן־ציון | שלמה הי״ד | נֹעַם אֱלִישָׁע | בת שבע",
  ),
  Arabic: named(
    'محمد علي | عبد الرحمٰن بن سعود | فاطمة الزهراء | أسامة ﻻشين | مُحَمَّد رشيد | ﷴ رضا | آمنة القرشي | نور الدين بن-عيسى | حنـان السيد',
  ),
  'Persian, Urdu, Kurdish, Pashto': named(
    'علی‌رضا کریمی | گل‌اندام نوری | پژمان چاوشی | محمدتقی ابراهیم‌زاده | ثریا بیگم | ڈاکٹر عبد القدیر خاں | نواز شریف | لاله‌ زه‌نگه‌نه‌ | هێمن موکریانی | ټورپیکۍ',
  ),
  'Devanagari and Marathi': named(
    'अनिता शर्मा | राजेश कुमार | सुऱ्या कदम | दऱ्‍या पाटील | प्रज्ञा क्षीरसागर | ए॰ पी॰ जे॰ | श्‍रीनिवास | ज्योत्स्ना गुरुङ | लक्ष्मी ढकाल | राम बहादुर के‍सी',
  ),
  Bengali: named('রবীন্দ্রনাথ ঠাকুর | শেখ হাসিনা | র‍্যাচেল গোমেজ | প্রজ্ঞা ভট্টাচার্য | অঞ্জন দত্ত'),
  'Punjabi, Gujarati, Oriya': named('ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ | ਹਰਜੀਤ ਕੌਰ | નરેન્દ્ર પટેલ | હિતેશ શાહ | ପ୍ରତିଭା ମହାନ୍ତି | ଜଗନ୍ନାଥ ଦାସ'),
  'Tamil, Telugu, Kannada, Malayalam': named(
    'சுப்பிரமணியன் | மு. கருணாநிதி | ஸ்ரீதேவி | వెంకటేశ్వర రావు | రాజ్‌కుమార్ | ಕೃಷ್ಣಮೂರ್ತಿ ರಾವ್ | ರಾಜ್‌ಕುಮಾರ್ | ശ്രീജിത്ത് നായര്‍ | അവന്‍ കൃഷ്ണന്‍ | മോഹൻലാൽ',
  ),
  Sinhala: named('ශ්‍රීමති බණ්ඩාරනායක | ප්‍රියන්ත සිල්වා | චන්ද්‍රිකා කුමාරතුංග | මහින්ද රාජපක්ෂ'),
  'Thai and Lao': named(
    'สมชาย ใจดี | ณัฐพงษ์ ธนะรัชต์ | ยิ่งลักษณ์ ชินวัตร | เกตุนอก กำปั่น | น้ำฝน | ສົມພອນ ໄຊຍະວົງ | ບຸນມີ ຈັນທະລາ',
  ),
  Burmese: named('ကျော်ဇင်အောင် | အောင်ဆန်းစုကြည် | မျှော်လင့်ခိုင် | ခင်မြွှေး'),
  Khmer: named('សុខា ចាន់ | ហ៊ុន សែន | ស្រីមុំ ព្រំ | នរោត្តម សីហនុ'),
  Tibetan: named('བསྟན་འཛིན་རྒྱ་མཚོ | ཀརྨ་པ | སྒྲོལ་མ་ ལྷ་མོ | རྡོ་རྗེ་ཚེ་རིང'),
  Ethiopic: named('ኃይለ ሥላሴ | ጥሩነሽ ዲባባ | አበበ ቢቂላ'),
  Mongolian: named('ᠴᠢᠩᠭᠢᠰ ᠬᠠᠭᠠᠨ | ᠪᠠᠲᠤ'),
  Thaana: named('މުހައްމަދު ނަޝީދު | އާމިނަތު'),
  Georgian: named('ზურაბ ჟვანია | ეკატერინე ღვინიაშვილი'),
  Chinese: named(
    '王小明 | 谢小雪 | 谢芯 | 魏巍 | 韦唯 | 肖芯 | 祝专 | 詹展 | 郭菅 | 张伟 | 李娜 | 联通 | 欧阳修 | 司马相如 | 买买提·艾力 | 古丽娜尔•买合木提 | 陳怡君 | 黃志強 | 羅蘇 | 盧彥勳 | 魏晨 | 邱晨 | 覃海 | 薛芷 | 龔鵬程 | 林林林 | 丁丁',
  ),
  Japanese: named(
    '山田 太郎 | 佐々木 希 | 渡邉　恒雄 | 葛󠄀城 ユキ | やまだ タロウ | アン・リー | マリー゠アンヌ | マリー＝アンヌ | ﾔﾏﾀﾞ ﾀﾛｳ | ﾐｷ ﾏｲ | ＴＡＲＯ　ＹＡＭＡＤＡ | 髙橋 一生 | 﨑山 つばさ | 麻美 葵 | つるの 剛士 | 野々村 真 | ジョン・レノン | 齋藤 ゑみ',
  ),
  Korean: named('김민준 | 이서연 | 황보 관 | 홍철호 | 황희 | 나 나 | 독고 영재 | 남궁 민 | Na Young'),
  'on cards': named(
    "SILVA/MARIA D.MR | SILVA/MARIA | O'NEIL/SHAUN.DR | SMITH/JOHN JR | SMITH 2ND/JOHN | DE SOUZA/ANA C. | MÜLLER/JÖRG | ANN\u00a0LEE | MARIA S. DA SILVA | GARCIA-LOPEZ/J.PAUL | SILVA/ | ROSSI / MARIO .SIG | JOSE\u202fLUIS ROJAS | ANNE-MARIE DE LA FONTAINE-",
  ),
};

/** Names of companies as registers of Brazil have them. */
export const GENUINE_COMPANIES: readonly string[] = named(
  "J&J COMERCIO LTDA | 3M DO BRASIL LTDA | PETROLEO BRASILEIRO S/A | BANCO DO BRASIL S.A. | 99 TECNOLOGIA LTDA | MARIA DA SILVA 12345678909 | 12.345.678 JOAO DA SILVA | A&C CENTRO DE CONTATOS S/A | PADARIA SAO JOAO LTDA - ME | M & M TRANSPORTES (FILIAL) | C&A MODAS S.A. | AUTO POSTO 24H LTDA | LOJA 1+1 EIRELI | D'PASCHOAL AUTOMOTIVA | COMÉRCIO E INDÚSTRIA ÁGUA Nº LTDA | CAFÉ@TECH LTDA | 51 PARTICIPACOES | BAR E RESTAURANTE 4 IRMAOS | MERCADO 100% NATURAL | SILVA/MARIA D.MR | AAA LTDA",
);
