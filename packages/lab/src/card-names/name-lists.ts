/** Names of one culture: given names, family names, and what stands before a family name now and then. */
export type Culture = { given: readonly string[]; family: readonly string[]; particles: readonly string[] };

const split = (words: string): string[] => words.split(',').map((word) => word.trim());

const culture = (given: string, family: string, particles = ''): Culture => ({
  given: split(given),
  family: split(family),
  particles: particles === '' ? [] : split(particles),
});

/** Names by culture, written down for this measurement. Those of other scripts are in the letters of passports and in another usual spelling. */
export const cultures: Readonly<Record<string, Culture>> = {
  portuguese: culture(
    'João, Antônio, José, Luís, Caio, Márcio, Thiago, Otávio, Cláudia, Conceição, Inês, Fátima, Lúcia, Beatriz, Renata, Simone, Heloísa, Vinícius, Sebastião, Débora, Rogério, Tânia, Érica, Flávio',
    'Araújo, Gonçalves, Conceição, Magalhães, Guimarães, Brandão, Falcão, Bragança, Teixeira, Nascimento, Figueiredo, Albuquerque, Cavalcanti, Assunção, Queiróz, Vasconcelos, Moura, Siqueira, Leitão, Aragão, Prates, Sá, Tourinho, Valadão',
    'da, de, dos, do, das',
  ),
  spanish: culture(
    'Íñigo, Begoña, Ángel, Jesús, Raúl, Mónica, Rocío, Nuria, Gonzalo, Álvaro, Joaquín, Lucía, Sofía, Héctor, Óscar, Inmaculada, Dolores, Ignacio, Ximena, Emilio, Rosario, Agustín, Matías, Noelia',
    'Núñez, Ibáñez, Muñoz, Castaño, Peña, Jiménez, Vázquez, Sáez, Domínguez, Benítez, Cárdenas, Ordóñez, Quiñones, Gálvez, Mejía, Barragán, Zúñiga, Iturbe, Echeverría, Montoya, Pacheco, Robles, Salcedo, Villalobos',
    'de, de la, del',
  ),
  english: culture(
    'Harriet, Nigel, Fiona, Graham, Imogen, Callum, Siobhan, Tristan, Bethany, Duncan, Rosalind, Gareth, Philippa, Angus, Winifred, Declan, Eleanor, Rupert, Hazel, Kenneth, Priscilla, Desmond, Maureen, Clifford',
    "O'Connor, MacGregor, Fitzgerald, D'Arcy, Ashworth, Blackwood, Hawthorne, Pemberton, Llewellyn, O'Sullivan, McAllister, Thornbury, Featherstone, Winterbourne, Carmichael, Abernathy, Ellsworth, Hollingsworth, Kingsley, Montgomery, Radcliffe, Stapleton, Whitaker, Yardley",
  ),
  german: culture(
    'Jürgen, Günther, Käthe, Björn, Sönke, Wolfgang, Hannelore, Ulrike, Dieter, Rüdiger, Annegret, Volker, Heike, Gisela, Torsten, Jörg, Bärbel, Detlef, Sieglinde, Ekkehard, Lothar, Brünhilde, Götz, Irmgard',
    'Schröder, Groß, Weiß, Krüger, Böhm, Fußmann, Jäger, Köhler, Schäfer, Strauß, Büchner, Grünewald, Lüdenscheidt, Hölderlin, Mühlhausen, Preuß, Österreicher, Zöllner, Brückner, Vogelsang, Steinmetz, Rauschenberg, Kirchhoff, Dahlmann',
    'von, zu, von der',
  ),
  french: culture(
    'Jérôme, Hélène, François, Geneviève, Océane, Benoît, Thérèse, Maël, Solène, Anaïs, Grégoire, Édouard, Fabrice, Jean-Luc, Marie-Claude, Aurélie, Gaëlle, Raphaël, Clémence, Honoré, Josiane, Loïc, Mireille, Thibault',
    "Lefèvre, Bérenger, Châtelain, Desprès, Noël, L'Hermite, D'Aubigné, Gauthier, Marchand, Rousseau, Beauchêne, Delacroix, Fontaine, Guérin, Lemaître, Montéléger, Pélissier, Saint-Exupéry, Vaillancourt, Chevalier, Desmoulins, Hérault, Bouchard, Carpentier",
    'de, du, de la',
  ),
  italian: culture(
    'Niccolò, Ilaria, Giosuè, Ludovica, Ettore, Chiara, Salvatore, Loredana, Pasquale, Fiammetta, Gennaro, Domenico, Rosanna, Tommaso, Ornella, Vittorio, Agnese, Gaspare, Mariangela, Renzo, Caterina, Umberto, Graziella, Saverio',
    "D'Amico, Dell'Acqua, Esposito, Bianchi, Ferrara, Montanari, Pellegrini, Santoro, Guidi, Lombardi, Caruso, Zanetti, Vitale, Marchetti, Fabbri, Grimaldi, Bellucci, Cattaneo, Fiorentino, Rinaldi, Basile, Colombo, Orlando, Palumbo",
    'di, de, della',
  ),
  dutch: culture(
    'Joost, Anneke, Sjoerd, Femke, Wouter, Marijke, Pieter, Geertruida, Hendrik, Liesbeth, Maarten, Saskia, Ruud, Truus, Koen, Hanneke, Bram, Tjitske, Lodewijk, Mieke, Cornelis, Jolanda, Gijsbert, Willemijn',
    'Dijkstra, Vermeulen, Hoekstra, Brouwer, Groot, Berg, Heijden, Wijngaarden, Kuiper, Postma, Schouten, Terpstra, Bosch, Haan, Leeuwen, Visser, Zijlstra, Ruiter, Oosterhuis, Meijer, Blom, Kramer, Veenstra, Huizinga',
    'van, van der, de, van den, ter',
  ),
  polish: culture(
    'Stanisław, Małgorzata, Łukasz, Agnieszka, Wojciech, Bożena, Zdzisław, Grażyna, Mieczysław, Halina, Przemysław, Jadwiga, Radosław, Żaneta, Tadeusz, Danuta, Krzysztof, Elżbieta, Bogusław, Kinga, Zbigniew, Róża, Władysław, Urszula',
    'Wójcik, Kamiński, Dąbrowska, Wiśniewski, Zieliński, Szymańska, Kozłowski, Jankowska, Wróbel, Pietrzyk, Gołębiowski, Łuczak, Żurawska, Ślęzak, Błaszczyk, Czarnecki, Sikorska, Ostrowski, Pawlak, Michalska, Zając, Król, Wieczorek, Stępień',
  ),
  nordic: culture(
    'Åse, Bjørn, Søren, Märta, Øystein, Håkon, Åsa, Jørgen, Sølvi, Gösta, Þóra, Ragnhild, Torbjörn, Kåre, Ingebjørg, Väinö, Päivi, Anders, Solveig, Gunnar, Astrid, Eirik, Hanne, Leif',
    'Ångström, Sørensen, Østergård, Nygård, Mæland, Bråthen, Kjær, Sjöberg, Hämäläinen, Næss, Grønning, Lindström, Aagaard, Skjærvø, Håkansson, Bergström, Eriksen, Holmberg, Kirkegaard, Mortensen, Nordahl, Rasmussen, Sandvik, Thorsen',
    'af, von',
  ),
  transliterated: culture(
    'Aleksei/Alexey, Sergei/Sergey, Yusuf/Youssef, Mohammed/Muhammad, Dmitri/Dmitry, Ekaterina/Yekaterina, Khalid/Halid, Ioannis/Yannis, Xiaoming, Weijun, Haruka, Kenji, Tatiana/Tatyana, Nikolai/Nikolay, Abdullah/Abdulla, Fatima/Fatimah, Yuliya/Julia, Georgios/Yorgos, Olena/Olenna, Andrii/Andriy, Hussein/Husayn, Minjun, Svetlana, Mikhail/Mihail',
    'Petrov, Ivanova, Kuznetsov/Kusnezow, Haddad, Rahman/Rehman, Papadopoulos, Zhang, Takahashi, Shevchenko, Al Masri/Almasri, Volkov/Wolkow, Nguyen, Suzuki, Chen, Karagiannis/Karayannis, Tkachenko, Mansour/Mansur, Sokolov/Sokolow, Khoury/Khouri, Watanabe, Kowalenko/Kovalenko, Zhukov, Demir, Park',
  ),
};
