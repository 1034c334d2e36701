export const schedule = {
  tabs: { label: 'Что показать', orders: 'Автозаказы', lists: 'Регулярные списки', next: 'Ближайшие 30 дней' },
  orders: { empty: 'Автозаказов пока нет' },
  next: { empty: 'В ближайшие 30 дней ничего не предстоит' },
};
