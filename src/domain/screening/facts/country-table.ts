/**
 * Countries and territories: the ISO 3166-1 code (and XK, which everybody uses for Kosovo), the Spanish names a caller
 * may write, the English names and adjectives the lists write. Ours, so that no answer depends on the version of ICU.
 */
export const COUNTRY_ROWS = `
AD|Andorra|Andorra
AE|Emiratos Árabes Unidos;Emiratos Árabes;EAU|United Arab Emirates;UAE;Dubai;Abu Dhabi
AF|Afganistán|Afghanistan;Afghan
AG|Antigua y Barbuda|Antigua and Barbuda;Antigua & Barbuda
AI|Anguila;Anguilla|Anguilla
AL|Albania|Albania;Albanian
AM|Armenia|Armenia;Armenian
AO|Angola|Angola
AQ|Antártida;Antártica|Antarctica
AR|Argentina|Argentina
AS|Samoa Americana|American Samoa
AT|Austria|Austria
AU|Australia|Australia
AW|Aruba|Aruba
AX|Islas Aland;Aland|Aland Islands;Åland Islands
AZ|Azerbaiyán;Azerbaiján|Azerbaijan;Azerbaijani
BA|Bosnia y Herzegovina;Bosnia-Herzegovina;Bosnia|Bosnia and Herzegovina;Bosnia & Herzegovina;Bosnia-Herzegovina;Bosnia;Bosina-Herzegovina;Bosnian
BB|Barbados|Barbados
BD|Bangladés;Bangladesh|Bangladesh;Bangladeshi
BE|Bélgica|Belgium;Belgian
BF|Burkina Faso|Burkina Faso
BG|Bulgaria|Bulgaria
BH|Baréin;Bahréin;Bahrein;Bahrain|Bahrain;Bahraini
BI|Burundi|Burundi
BJ|Benín|Benin
BL|San Bartolomé|Saint Barthelemy;St. Barthélemy
BM|Bermudas;Bermuda|Bermuda
BN|Brunéi;Brunéi Darussalam|Brunei;Brunei Darussalam
BO|Bolivia;Estado Plurinacional de Bolivia|Bolivia;Bolivia (Plurinational State of);Bolivian
BQ|Caribe neerlandés;Bonaire, San Eustaquio y Saba;Bonaire|Bonaire, Sint Eustatius and Saba;Bonaire;Caribbean Netherlands
BR|Brasil|Brazil;Brazilian
BS|Bahamas;Las Bahamas|Bahamas;Bahamas, The
BT|Bután;Bhután|Bhutan
BV|Isla Bouvet|Bouvet Island
BW|Botsuana;Botswana|Botswana
BY|Bielorrusia;Belarús;Belarus|Belarus;Byelorussia;Belarusian
BZ|Belice;Belize|Belize
CA|Canadá|Canada
CC|Islas Cocos;Islas Keeling|Cocos (Keeling) Islands;Cocos Islands
CD|República Democrática del Congo;Congo (República Democrática);RD Congo;RDC;Congo Kinshasa;Zaire|Democratic Republic of the Congo;Congo, Democratic Republic of the;Congo (Democratic Republic of the);Democratic Republic of Congo;DRC;DR Congo;Zaire;Congo - Kinshasa;Congolese
CF|República Centroafricana;Centroáfrica|Central African Republic;CAR
CG|Congo;República del Congo;Congo Brazzaville|Congo, Republic of the;Republic of the Congo;Republic of Congo;Congo - Brazzaville
CH|Suiza|Switzerland
CI|Costa de Marfil;Côte d’Ivoire|Cote d Ivoire;Cote d'Ivoire;Ivory Coast
CK|Islas Cook|Cook Islands
CL|Chile|Chile
CM|Camerún;Camerun|Cameroon
CN|China;República Popular China;RPC|China;People's Republic of China;PRC;Mainland China;Chinese
CO|Colombia|Colombia;Colombian
CR|Costa Rica|Costa Rica
CU|Cuba|Cuba;Cuban
CV|Cabo Verde|Cabo Verde;Cape Verde
CW|Curazao;Curaçao|Curacao;Curaçao
CX|Isla de Navidad;Isla Christmas|Christmas Island
CY|Chipre|Cyprus
CZ|Chequia;República Checa;Checa|Czech Republic;Czechia
DE|Alemania|Germany;Federal Republic of Germany;German
DJ|Yibuti;Djibouti;Djibuti|Djibouti
DK|Dinamarca|Denmark
DM|Dominica|Dominica
DO|República Dominicana;Dominicana;Rep. Dominicana|Dominican Republic
DZ|Argelia|Algeria;Algerian
EC|Ecuador|Ecuador
EE|Estonia|Estonia
EG|Egipto|Egypt;Arab Republic of Egypt;Egyptian
EH|Sáhara Occidental;Sahara Occidental;República Árabe Saharaui Democrática|Western Sahara
ER|Eritrea|Eritrea;Eritrean
ES|España|Spain
ET|Etiopía|Ethiopia;Ethiopian
FI|Finlandia|Finland
FJ|Fiyi;Fiji;Fidji|Fiji
FK|Islas Malvinas;Malvinas;Islas Falkland|Falkland Islands;Falkland Islands (Malvinas)
FM|Micronesia;Estados Federados de Micronesia|Micronesia;Micronesia, Federated States of;Federated States of Micronesia
FO|Islas Feroe;Feroe|Faroe Islands
FR|Francia|France;French
GA|Gabón|Gabon
GB|Reino Unido;Gran Bretaña;Inglaterra;Escocia;Gales;Irlanda del Norte;Reino Unido de Gran Bretaña e Irlanda del Norte;UK|United Kingdom;United Kingdom of Great Britain and Northern Ireland;UK;Great Britain;England;Scotland;Wales;Northern Ireland;British
GD|Granada;Grenada|Grenada
GE|Georgia|Georgia;Georgian SSR;Abkhazia;South Ossetia
GF|Guayana Francesa;Guyana Francesa|French Guiana
GG|Guernesey;Guernsey|Guernsey
GH|Ghana|Ghana
GI|Gibraltar|Gibraltar
GL|Groenlandia|Greenland
GM|Gambia|Gambia;The Gambia;Gambia, The
GN|Guinea;Guinea Conakry|Guinea
GP|Guadalupe|Guadeloupe
GQ|Guinea Ecuatorial|Equatorial Guinea
GR|Grecia|Greece
GS|Islas Georgia del Sur y Sandwich del Sur;Georgia del Sur|South Georgia and the South Sandwich Islands;South Georgia & South Sandwich Islands
GT|Guatemala|Guatemala
GU|Guam|Guam
GW|Guinea-Bisáu;Guinea-Bissau|Guinea-Bissau
GY|Guyana|Guyana
HK|Hong Kong;RAE de Hong Kong (China);Región Administrativa Especial de Hong Kong|Hong Kong;China, Hong Kong Special Administrative Region;Hong Kong Special Administrative Region;Hong Kong SAR
HM|Islas Heard y McDonald|Heard and McDonald Islands;Heard & McDonald Islands
HN|Honduras|Honduras
HR|Croacia|Croatia
HT|Haití|Haiti
HU|Hungría|Hungary
ID|Indonesia|Indonesia;Indonesian
IE|Irlanda;Eire|Ireland
IL|Israel|Israel;Israeli
IM|Isla de Man;Man|Isle of Man;Man, Isle of
IN|India|India;Indian
IO|Territorio Británico del Océano Índico|British Indian Ocean Territory
IQ|Irak;Iraq|Iraq;Iraqi
IR|Irán;República Islámica del Irán|Iran;Iran (Islamic Republic of);Iran, Islamic Republic of;Islamic Republic of Iran;Iranian
IS|Islandia|Iceland
IT|Italia|Italy;Italian
JE|Jersey|Jersey
JM|Jamaica|Jamaica
JO|Jordania|Jordan;Hashemite Kingdom of Jordan;Jordanian
JP|Japón|Japan
KE|Kenia;Kenya|Kenya;Kenyan
KG|Kirguistán;Kirguizistán;Kirguisia|Kyrgyzstan;Kyrgyz Republic;Kirghizia;Kirghiz SSR
KH|Camboya;Kampuchea|Cambodia
KI|Kiribati;Kiribás|Kiribati
KM|Comoras;Islas Comoras|Comoros;Union of the Comoros;Comoros Islands
KN|San Cristóbal y Nieves;Saint Kitts y Nevis;San Cristóbal y Nevis|Saint Kitts and Nevis;St. Kitts and Nevis;St. Kitts & Nevis
KP|Corea del Norte;República Popular Democrática de Corea;República Democrática Popular de Corea;RPDC;Norcorea|Korea, North;North Korea;Democratic People's Republic of Korea;Korea, Democratic People's Republic of;Korea (Democratic People's Republic of);DPRK;North Korean
KR|Corea del Sur;Corea;República de Corea;Surcorea|Korea, South;South Korea;Republic of Korea;Korea, Republic of;Korea (Republic of);South Korean
KW|Kuwait|Kuwait;Kuwaiti
KY|Islas Caimán;Caimán;Islas Cayman|Cayman Islands
KZ|Kazajistán;Kazajstán;Kazakhstán;Kazakstán|Kazakhstan;Kazakh SSR
LA|Laos;República Democrática Popular Lao|Laos;Lao People's Democratic Republic;Lao PDR
LB|Líbano|Lebanon;Lebanese
LC|Santa Lucía|Saint Lucia;St. Lucia
LI|Liechtenstein|Liechtenstein
LK|Sri Lanka|Sri Lanka
LR|Liberia|Liberia
LS|Lesoto;Lesotho|Lesotho
LT|Lituania|Lithuania
LU|Luxemburgo|Luxembourg
LV|Letonia;Latvia|Latvia
LY|Libia|Libya;Libyan Arab Jamahiriya;State of Libya;Libyan
MA|Marruecos|Morocco;Moroccan
MC|Mónaco|Monaco
MD|Moldavia;Moldova|Moldova;Republic of Moldova;Moldova, Republic of
ME|Montenegro|Montenegro
MF|San Martín;San Martín (parte francesa);Saint Martin|Saint Martin;St. Martin
MG|Madagascar|Madagascar
MH|Islas Marshall|Marshall Islands
MK|Macedonia del Norte;Macedonia|North Macedonia;North Macedonia, The Republic of;Macedonia, The Former Yugoslav Republic of;The former Yugoslav Republic of Macedonia;Macedonia
ML|Mali;Malí|Mali;Malian;Northern Mali
MM|Myanmar;Birmania;Myanmar (Birmania)|Burma;Myanmar;Myanmar (Burma);Burmese
MN|Mongolia|Mongolia
MO|Macao;Macau;RAE de Macao (China)|Macau;Macao;China, Macao Special Administrative Region;Macao Special Administrative Region
MP|Islas Marianas del Norte;Marianas del Norte|Northern Mariana Islands
MQ|Martinica|Martinique
MR|Mauritania|Mauritania
MS|Montserrat|Montserrat
MT|Malta|Malta
MU|Mauricio;Isla Mauricio|Mauritius
MV|Maldivas;Islas Maldivas|Maldives
MW|Malaui;Malawi|Malawi
MX|México;Méjico;Estados Unidos Mexicanos|Mexico;Mexican;Mexico City
MY|Malasia;Malaysia|Malaysia;Malaysian
MZ|Mozambique|Mozambique
NA|Namibia|Namibia
NC|Nueva Caledonia|New Caledonia
NE|Níger|Niger
NF|Isla Norfolk|Norfolk Island
NG|Nigeria|Nigeria;Nigerian
NI|Nicaragua|Nicaragua
NL|Países Bajos;Holanda|Netherlands;The Netherlands;Netherlands, The;Holland;Dutch
NO|Noruega|Norway
NP|Nepal|Nepal
NR|Nauru|Nauru
NU|Niue|Niue
NZ|Nueva Zelanda;Nueva Zelandia|New Zealand
OM|Omán|Oman;Sultanate of Oman
PA|Panamá|Panama;Panamanian
PE|Perú|Peru;Peruvian
PF|Polinesia Francesa|French Polynesia
PG|Papúa Nueva Guinea;Papua Nueva Guinea;Papúa|Papua New Guinea
PH|Filipinas;Las Filipinas|Philippines;Phillipines;Filipino
PK|Pakistán;Paquistán|Pakistan;Pakistani;South Waziristan;North Waziristan
PL|Polonia|Poland
PM|San Pedro y Miquelón|Saint Pierre and Miquelon;St. Pierre & Miquelon
PN|Islas Pitcairn;Pitcairn|Pitcairn Islands;Pitcairn
PR|Puerto Rico|Puerto Rico
PS|Palestina;Territorios Palestinos;Estado de Palestina;Territorio Palestino Ocupado;Cisjordania;Gaza;Franja de Gaza|Palestinian;Palestinian Territories;Palestinian Territory, Occupied;Occupied Palestinian Territory;State of Palestine;Palestine;Palestinian Authority;West Bank;Gaza;Gaza Strip;North Gaza;Northern Gaza
PT|Portugal|Portugal
PW|Palaos;Palau|Palau
PY|Paraguay|Paraguay
QA|Catar;Qatar|Qatar;Qatari
RE|Reunión;La Reunión|Reunion;Réunion
RO|Rumanía;Rumania|Romania
RS|Serbia|Serbia;Republic of Serbia;Serbian
RU|Rusia;Federación de Rusia;Federación Rusa|Russia;Russian Federation;Russian;Chechnya;Dagestan Republic;Chechen Republic
RW|Ruanda;Rwanda|Rwanda;Rwandan
SA|Arabia Saudita;Arabia Saudí;Arabia Saudi|Saudi Arabia;Saudi Arabian;Kingdom of Saudi Arabia;KSA;Saudi
SB|Islas Salomón;Salomón|Solomon Islands
SC|Seychelles;Islas Seychelles|Seychelles
SD|Sudán|Sudan;Sudanese;Sudan, The Republic of;Darfur
SE|Suecia|Sweden
SG|Singapur|Singapore
SH|Santa Elena;Santa Elena, Ascensión y Tristán de Acuña|Saint Helena;St. Helena;Ascension Island
SI|Eslovenia|Slovenia
SJ|Svalbard y Jan Mayen;Svalbard|Svalbard and Jan Mayen;Svalbard & Jan Mayen
SK|Eslovaquia;República Eslovaca|Slovakia
SL|Sierra Leona|Sierra Leone
SM|San Marino|San Marino
SN|Senegal|Senegal
SO|Somalia|Somalia;Somali;Somaliland;Puntland
SR|Surinam;Suriname|Suriname
SS|Sudán del Sur|South Sudan;South Sudanese
ST|Santo Tomé y Príncipe|Sao Tome and Principe;São Tomé & Príncipe
SV|El Salvador;Salvador|El Salvador
SX|Sint Maarten;San Martín (parte neerlandesa);San Martín (parte holandesa)|Sint Maarten
SY|Siria;República Árabe Siria|Syria;Syrian Arab Republic;Syrian
SZ|Esuatini;Eswatini;Suazilandia;Swazilandia|Eswatini;Swaziland
TC|Islas Turcas y Caicos;Turcas y Caicos|Turks and Caicos Islands;Turks & Caicos Islands
TD|Chad|Chad
TF|Territorios Australes Franceses;Tierras Australes y Antárticas Francesas|French Southern Territories
TG|Togo|Togo
TH|Tailandia;Thailandia|Thailand
TJ|Tayikistán;Tadjikistán|Tajikistan;Tajik SSR
TK|Tokelau|Tokelau
TL|Timor Oriental;Timor-Leste|Timor-Leste;East Timor
TM|Turkmenistán|Turkmenistan
TN|Túnez|Tunisia;Tunisian
TO|Tonga|Tonga
TR|Turquía;Türkiye|Turkey;Türkiye;Turkiye;Turkish
TT|Trinidad y Tobago;Trinidad y Tabago;Trinidad|Trinidad and Tobago;Trinidad & Tobago
TV|Tuvalu|Tuvalu
TW|Taiwán;Taiwan;República de China;Provincia china de Taiwán|Taiwan;Taiwan, Province of China;Taiwan, Republic of China
TZ|Tanzania;República Unida de Tanzania;Tanzanía|Tanzania;United Republic of Tanzania;Tanzania, United Republic of;Zanzibar
UA|Ucrania;Ukrania|Ukraine;Ukrainian;Ukrainian SSR
UG|Uganda|Uganda;Ugandan
UM|Islas menores alejadas de Estados Unidos;Islas Ultramarinas Menores de Estados Unidos|United States Minor Outlying Islands;U.S. Outlying Islands
US|Estados Unidos;Estados Unidos de América;Estados Unidos de Norteamérica;EE. UU.;EEUU;E.E.U.U.;EUA;USA;U.S.A.|United States;United States of America;USA;U.S.A.;U.S.;American;New Mexico;New Jersey
UY|Uruguay|Uruguay
UZ|Uzbekistán|Uzbekistan;Uzbek SSR
VA|Ciudad del Vaticano;Vaticano;Santa Sede|Vatican City;Holy See;Holy See (Vatican City)
VC|San Vicente y las Granadinas;San Vicente y Granadinas|Saint Vincent and the Grenadines;St. Vincent and the Grenadines;St. Vincent & Grenadines
VE|Venezuela|Venezuela;Venezuela (Bolivarian Republic of);Venezuelan
VG|Islas Vírgenes Británicas;Islas Vírgenes (Británicas)|Virgin Islands, British;British Virgin Islands;Virgin Islands (British);BVI
VI|Islas Vírgenes de los Estados Unidos;Islas Vírgenes Estadounidenses;Islas Vírgenes Americanas;Islas Vírgenes de EE. UU.|Virgin Islands, U.S.;U.S. Virgin Islands;US Virgin Islands;Virgin Islands (US)
VN|Vietnam;Viet Nam|Vietnam;Viet Nam;Vietnamese
VU|Vanuatu|Vanuatu
WF|Wallis y Futuna|Wallis and Futuna;Wallis & Futuna
WS|Samoa|Samoa
XK|Kosovo;Kósovo|Kosovo;Republic of Kosovo
YE|Yemen|Yemen;Republic of Yemen;Yemeni
YT|Mayotte|Mayotte
ZA|Sudáfrica;África del Sur;Suráfrica|South Africa;Republic of South Africa;South African
ZM|Zambia|Zambia
ZW|Zimbabue;Zimbabwe|Zimbabwe
`

/** What the lists write that stands for several countries of today: states that are gone, disputed places, vague names. */
export const SHARED_ROWS = `
Soviet Union;USSR;U.S.S.R.;Union of Soviet Socialist Republics|RU UA BY MD EE LV LT GE AM AZ KZ UZ TM KG TJ
Yugoslavia;Federal Republic of Yugoslavia;Socialist Federal Republic of Yugoslavia;SFRY|RS ME HR SI BA MK XK
Serbia and Montenegro|RS ME XK
Czechoslovakia|CZ SK
Netherlands Antilles|CW SX BQ AW NL
Korea|KP KR
Congo|CG CD
Virgin Islands|VG VI
Crimea;Republic of Crimea;Autonomous Republic of Crimea;Sevastopol;Donetsk Region;Luhansk Region|UA RU
Jammu and Kashmir;Kashmir|IN PK
Kafia Kingi|SD SS
`

/** Territories whose people and companies are also taken for those of another country. */
export const ALSO_OF: Readonly<Record<string, string>> = { HK: 'CN', MO: 'CN', PR: 'US', XK: 'RS' }
