export const fields = {
  messengerId: 'ID в мессенджере',
  clientKey: 'Ключ клиента',
  name: 'Имя',
  tags: 'Метки',
  note: 'Заметка',
  debt: 'Долг',
  prices: 'Свои цены',
};
