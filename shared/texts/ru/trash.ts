import { withForms } from './with-forms.ts';

export const trash = withForms({
  title: 'Корзина',
  open: 'Открыть корзину',
  toolbar: 'Вид и поиск',
  kind: 'Что в корзине',
  kinds: { client: 'Клиенты', list: 'Списки' },
  search: 'Поиск в корзине',
  placeholder: 'Имя, ключ, ID, метка или заметка',
  actions: 'Действия с выбранным в корзине',
  about:
    'Удалённое хранится здесь 30 дней, и его можно вернуть таким, каким оно было. Выделенные прокси не удаляются никогда: их убирают в архив.',
  restore: 'Вернуть',
  stays: 'Они пролежат в корзине (раздел «Задачи») 30 дней, оттуда их можно вернуть.',
  noName: 'Без имени',
  columns: { removed: 'Удалено', by: 'Кто удалил', left: 'Осталось' },
  days_one: '{{count, number}} день',
  days_few: '{{count, number}} дня',
  days_many: '{{count, number}} дней',
  selected: {
    client_one: 'Выбран {{count, number}} клиент',
    client_few: 'Выбрано {{count, number}} клиента',
    client_many: 'Выбрано {{count, number}} клиентов',
    list_one: 'Выбран {{count, number}} список',
    list_few: 'Выбрано {{count, number}} списка',
    list_many: 'Выбрано {{count, number}} списков',
  },
  delete: {
    action: 'Удалить навсегда',
    confirm: 'Удалить навсегда',
    title: {
      client_one: 'Удалить навсегда {{count, number}} клиента?',
      client_few: 'Удалить навсегда {{count, number}} клиентов?',
      list_one: 'Удалить навсегда {{count, number}} список?',
      list_few: 'Удалить навсегда {{count, number}} списка?',
      list_many: 'Удалить навсегда {{count, number}} списков?',
    },
    text: {
      client:
        'Заметки, метки, цены и история будут удалены, вернуть их будет нельзя. Покупки и оплаты останутся в учёте, с именами.',
      list: 'Все строки будут удалены, вернуть их будет нельзя. Сохранённые файлы останутся на своих местах.',
    },
    shared: 'Удаляется только на этом компьютере. В корзинах других компьютеров всё пролежит до конца своего срока.',
  },
  done: {
    restored: {
      client_one: 'Возвращён {{count, number}} клиент.',
      client_few: 'Возвращены {{count, number}} клиента.',
      client_many: 'Возвращено {{count, number}} клиентов.',
      list_one: 'Возвращён {{count, number}} список.',
      list_few: 'Возвращены {{count, number}} списка.',
      list_many: 'Возвращено {{count, number}} списков.',
    },
    deleted: {
      client_one: '{{count, number}} клиент удалён навсегда.',
      client_few: '{{count, number}} клиента удалены навсегда.',
      client_many: '{{count, number}} клиентов удалено навсегда.',
      list_one: '{{count, number}} список удалён навсегда.',
      list_few: '{{count, number}} списка удалены навсегда.',
      list_many: '{{count, number}} списков удалено навсегда.',
    },
    gone_one: 'Ещё {{count, number}} уже не в корзине: за это время его вернули, добавили заново или удалили.',
    gone_few: 'Ещё {{count, number}} уже не в корзине: за это время их вернули, добавили заново или удалили.',
  },
  empty: {
    client: 'В корзине нет клиентов',
    list: 'В корзине нет списков',
    text: 'Удалённое ждёт здесь 30 дней на случай, если понадобится.',
    notFound: 'В корзине ничего не нашлось',
  },
});
