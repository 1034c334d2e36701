export const schedule = {
  tabs: { label: 'Что показать', orders: 'Автозаказы', lists: 'Регулярные списки', next: 'Ближайшие 30 дней' },
};
