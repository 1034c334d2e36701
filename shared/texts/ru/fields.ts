export const fields = {
  messengerId: 'ID в мессенджере',
  clientKey: 'Ключ клиента',
  name: 'Имя',
  tags: 'Метки',
  note: 'Заметка',
  plan: 'Тариф',
  paidUntil: 'Оплачено до',
  debt: 'Долг',
  prices: 'Свои цены',
};
