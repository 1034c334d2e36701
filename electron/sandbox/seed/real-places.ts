/**
 * Real regions and their largest cities for the countries that users try first, so that the lists look plausible. All
 * other places are invented (`create-places.ts`). Format: `Region:City,City;Region:…`
 */
const REAL: Readonly<Record<string, string>> = {
  us:
    'California:Los Angeles,San Diego,San Jose,San Francisco,Sacramento;Texas:Houston,San Antonio,Dallas,Austin,El Paso;' +
    'New York:New York City,Buffalo,Rochester,Albany;Florida:Miami,Jacksonville,Tampa,Orlando;Illinois:Chicago,Aurora;' +
    'Pennsylvania:Philadelphia,Pittsburgh;Ohio:Columbus,Cleveland,Cincinnati;Georgia:Atlanta,Savannah;Michigan:Detroit;' +
    'North Carolina:Charlotte,Raleigh;Washington:Seattle,Spokane;Arizona:Phoenix,Tucson;Massachusetts:Boston;' +
    'Tennessee:Nashville,Memphis;Indiana:Indianapolis;Colorado:Denver;Nevada:Las Vegas,Reno;Oregon:Portland;' +
    'New Jersey:Newark,Jersey City;Virginia:Virginia Beach,Richmond;Missouri:Kansas City,St. Louis;Maryland:Baltimore;' +
    'Wisconsin:Milwaukee,Madison;Minnesota:Minneapolis,St. Paul;South Carolina:Charleston;Alabama:Birmingham;' +
    'Louisiana:New Orleans;Kentucky:Louisville;Oklahoma:Oklahoma City,Tulsa;Connecticut:Hartford;Utah:Salt Lake City;' +
    'Iowa:Des Moines;Arkansas:Little Rock;Mississippi:Jackson;Kansas:Wichita;New Mexico:Albuquerque;Nebraska:Omaha;' +
    'Idaho:Boise;West Virginia:Huntington;Hawaii:Honolulu;New Hampshire:Manchester;Maine:Bangor;Montana:Billings;' +
    'Rhode Island:Providence;Delaware:Wilmington;South Dakota:Sioux Falls;North Dakota:Fargo;Alaska:Anchorage;' +
    'Vermont:Burlington;Wyoming:Cheyenne',
  de:
    'North Rhine-Westphalia:Cologne,Düsseldorf,Dortmund,Essen;Bavaria:Munich,Nuremberg,Augsburg;' +
    'Baden-Württemberg:Stuttgart,Mannheim,Karlsruhe;Lower Saxony:Hanover,Braunschweig;Hesse:Frankfurt am Main,Wiesbaden;' +
    'Saxony:Leipzig,Dresden;Berlin:Berlin;Rhineland-Palatinate:Mainz;Hamburg:Hamburg;Brandenburg:Potsdam;' +
    'Saxony-Anhalt:Halle,Magdeburg;Schleswig-Holstein:Kiel,Lübeck;Thuringia:Erfurt;' +
    'Mecklenburg-Vorpommern:Rostock,Schwerin;Bremen:Bremen;Saarland:Saarbrücken',
  gb:
    'England:London,Birmingham,Manchester,Leeds,Liverpool,Bristol,Sheffield;Scotland:Glasgow,Edinburgh,Aberdeen,Dundee;' +
    'Wales:Cardiff,Swansea,Newport;Northern Ireland:Belfast,Derry,Lisburn',
  fr:
    'Île-de-France:Paris,Versailles;Auvergne-Rhône-Alpes:Lyon,Grenoble;Occitanie:Toulouse,Montpellier;' +
    "Provence-Alpes-Côte d'Azur:Marseille,Nice,Toulon;Nouvelle-Aquitaine:Bordeaux,Limoges;Hauts-de-France:Lille,Amiens;" +
    'Grand Est:Strasbourg,Reims;Pays de la Loire:Nantes,Angers;Brittany:Rennes,Brest;Normandy:Le Havre,Rouen;' +
    'Bourgogne-Franche-Comté:Dijon,Besançon;Centre-Val de Loire:Tours,Orléans;Corsica:Ajaccio',
  ru:
    'Moscow:Moscow,Zelenograd;Saint Petersburg:Saint Petersburg,Kolpino;Moscow Oblast:Balashikha,Podolsk,Khimki;' +
    'Novosibirsk Oblast:Novosibirsk,Berdsk;Sverdlovsk Oblast:Yekaterinburg,Nizhny Tagil;Tatarstan:Kazan,Naberezhnye Chelny;' +
    'Nizhny Novgorod Oblast:Nizhny Novgorod,Dzerzhinsk;Chelyabinsk Oblast:Chelyabinsk,Magnitogorsk;Bashkortostan:Ufa;' +
    'Samara Oblast:Samara,Tolyatti;Rostov Oblast:Rostov-on-Don,Taganrog;Krasnodar Krai:Krasnodar,Sochi;' +
    'Krasnoyarsk Krai:Krasnoyarsk,Norilsk;Voronezh Oblast:Voronezh;Perm Krai:Perm;Volgograd Oblast:Volgograd;' +
    'Primorsky Krai:Vladivostok,Nakhodka;Irkutsk Oblast:Irkutsk,Bratsk;Tyumen Oblast:Tyumen;Kaliningrad Oblast:Kaliningrad',
  ca:
    'Ontario:Toronto,Ottawa,Hamilton,London;Quebec:Montreal,Quebec City,Laval;British Columbia:Vancouver,Victoria;' +
    'Alberta:Calgary,Edmonton;Manitoba:Winnipeg;Saskatchewan:Saskatoon,Regina;Nova Scotia:Halifax;' +
    "New Brunswick:Moncton,Fredericton;Newfoundland and Labrador:St. John's;Prince Edward Island:Charlottetown",
  nl:
    'North Holland:Amsterdam,Haarlem;South Holland:Rotterdam,The Hague,Leiden;Utrecht:Utrecht,Amersfoort;' +
    'North Brabant:Eindhoven,Tilburg,Breda;Gelderland:Nijmegen,Arnhem;Groningen:Groningen;Limburg:Maastricht;' +
    'Overijssel:Enschede,Zwolle;Friesland:Leeuwarden;Flevoland:Almere;Zeeland:Middelburg;Drenthe:Emmen',
};

interface RealRegion {
  readonly name: string;
  readonly cities: readonly string[];
}

/** Returns the real regions of a country, largest first; empty if all its places are invented. */
export const realRegions = (countryCode: string): readonly RealRegion[] =>
  (REAL[countryCode] ?? '')
    .split(';')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', cities = ''] = entry.split(':');
      return { name, cities: cities.split(',') };
    });
