/** A real country: its ISO 3166-1 alpha-2 code in lower case, and its English name. */
export interface Country {
  readonly code: string;
  readonly name: string;
}

const LIST = [
  'ad:Andorra|ae:United Arab Emirates|af:Afghanistan|ag:Antigua & Barbuda|ai:Anguilla|al:Albania|am:Armenia',
  'ao:Angola|ar:Argentina|as:American Samoa|at:Austria|au:Australia|aw:Aruba|ax:Åland Islands|az:Azerbaijan',
  'ba:Bosnia & Herzegovina|bb:Barbados|bd:Bangladesh|be:Belgium|bf:Burkina Faso|bg:Bulgaria|bh:Bahrain|bi:Burundi',
  'bj:Benin|bl:St. Barthélemy|bm:Bermuda|bn:Brunei|bo:Bolivia|bq:Caribbean Netherlands|br:Brazil|bs:Bahamas',
  'bt:Bhutan|bw:Botswana|by:Belarus|bz:Belize|ca:Canada|cc:Cocos (Keeling) Islands|cd:DR Congo',
  'cf:Central African Republic|cg:Congo|ch:Switzerland|ci:Ivory Coast|ck:Cook Islands|cl:Chile|cm:Cameroon',
  'cn:China|co:Colombia|cr:Costa Rica|cu:Cuba|cv:Cape Verde|cw:Curaçao|cx:Christmas Island|cy:Cyprus|cz:Czechia',
  'de:Germany|dj:Djibouti|dk:Denmark|dm:Dominica|do:Dominican Republic|dz:Algeria|ec:Ecuador|ee:Estonia|eg:Egypt',
  'eh:Western Sahara|er:Eritrea|es:Spain|et:Ethiopia|fi:Finland|fj:Fiji|fk:Falkland Islands|fm:Micronesia',
  'fo:Faroe Islands|fr:France|ga:Gabon|gb:United Kingdom|gd:Grenada|ge:Georgia|gf:French Guiana|gg:Guernsey',
  'gh:Ghana|gi:Gibraltar|gl:Greenland|gm:Gambia|gn:Guinea|gp:Guadeloupe|gq:Equatorial Guinea|gr:Greece',
  'gt:Guatemala|gu:Guam|gw:Guinea-Bissau|gy:Guyana|hk:Hong Kong|hn:Honduras|hr:Croatia|ht:Haiti|hu:Hungary',
  'id:Indonesia|ie:Ireland|il:Israel|im:Isle of Man|in:India|iq:Iraq|ir:Iran|is:Iceland|it:Italy|je:Jersey',
  'jm:Jamaica|jo:Jordan|jp:Japan|ke:Kenya|kg:Kyrgyzstan|kh:Cambodia|ki:Kiribati|km:Comoros|kn:St. Kitts & Nevis',
  'kp:North Korea|kr:South Korea|kw:Kuwait|ky:Cayman Islands|kz:Kazakhstan|la:Laos|lb:Lebanon|lc:St. Lucia',
  'li:Liechtenstein|lk:Sri Lanka|lr:Liberia|ls:Lesotho|lt:Lithuania|lu:Luxembourg|lv:Latvia|ly:Libya|ma:Morocco',
  'mc:Monaco|md:Moldova|me:Montenegro|mf:St. Martin|mg:Madagascar|mh:Marshall Islands|mk:North Macedonia|ml:Mali',
  'mm:Myanmar|mn:Mongolia|mo:Macao|mp:Northern Mariana Islands|mq:Martinique|mr:Mauritania|ms:Montserrat|mt:Malta',
  'mu:Mauritius|mv:Maldives|mw:Malawi|mx:Mexico|my:Malaysia|mz:Mozambique|na:Namibia|nc:New Caledonia|ne:Niger',
  'nf:Norfolk Island|ng:Nigeria|ni:Nicaragua|nl:Netherlands|no:Norway|np:Nepal|nr:Nauru|nu:Niue|nz:New Zealand',
  'om:Oman|pa:Panama|pe:Peru|pf:French Polynesia|pg:Papua New Guinea|ph:Philippines|pk:Pakistan|pl:Poland',
  'pm:St. Pierre & Miquelon|pn:Pitcairn Islands|pr:Puerto Rico|ps:Palestine|pt:Portugal|pw:Palau|py:Paraguay',
  'qa:Qatar|re:Réunion|ro:Romania|rs:Serbia|ru:Russia|rw:Rwanda|sa:Saudi Arabia|sb:Solomon Islands|sc:Seychelles',
  'sd:Sudan|se:Sweden|sg:Singapore|sh:St. Helena|si:Slovenia|sj:Svalbard & Jan Mayen|sk:Slovakia|sl:Sierra Leone',
  'sm:San Marino|sn:Senegal|so:Somalia|sr:Suriname|ss:South Sudan|st:São Tomé & Príncipe|sv:El Salvador',
  'sx:Sint Maarten|sy:Syria|sz:Eswatini|tc:Turks & Caicos Islands|td:Chad|tg:Togo|th:Thailand|tj:Tajikistan',
  'tk:Tokelau|tl:Timor-Leste|tm:Turkmenistan|tn:Tunisia|to:Tonga|tr:Turkey|tt:Trinidad & Tobago|tv:Tuvalu',
  'tw:Taiwan|tz:Tanzania|ua:Ukraine|ug:Uganda|us:United States|uy:Uruguay|uz:Uzbekistan|va:Vatican City',
  'vc:St. Vincent & Grenadines|ve:Venezuela|vg:British Virgin Islands|vi:U.S. Virgin Islands|vn:Vietnam',
  'vu:Vanuatu|wf:Wallis & Futuna|ws:Samoa|ye:Yemen|yt:Mayotte|za:South Africa|zm:Zambia|zw:Zimbabwe',
].join('|');

export const COUNTRIES: readonly Country[] = LIST.split('|').map((entry) => {
  const colon = entry.indexOf(':');
  return { code: entry.slice(0, colon), name: entry.slice(colon + 1) };
});

const BY_CODE: ReadonlyMap<string, Country> = new Map(COUNTRIES.map((country) => [country.code, country]));

/** Finds a country; the case of the code does not matter. */
export const findCountry = (code: string): Country | undefined => BY_CODE.get(code.toLowerCase());
