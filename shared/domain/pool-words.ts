/** Pools as part of a sentence or a button: “5 GB residential”, “5 ГБ резидентского трафика”. */
export const POOL_WORDS = {
  en: {
    residential: 'residential',
    datacenter: 'datacenter',
    mobile: 'mobile',
    residential_premium: 'residential premium',
  },
  ru: {
    residential: 'резидентского трафика',
    datacenter: 'трафика дата-центра',
    mobile: 'мобильного трафика',
    residential_premium: 'премиум-резидентского трафика',
  },
} as const;
