export const handover = {
  title: 'Передача клиенту',
  titleFor: 'Передать: {{client}}',
  back: 'К клиенту',
  noClient: 'Выберите, кому передать',
  noClientText: 'Откройте клиента и нажмите «Передать клиенту…»: там готовятся сообщение, ссылка с QR-кодом и списки.',

  goods: 'Что передаём',
  nothing:
    'Пока передать нечего: нет ни подписки VPN со ссылкой, ни списка, ни выделенных прокси. Сообщение всё равно можно отправить.',
  subscription: 'Подписка VPN {{id}}',
  ends: 'заканчивается',
  ended: 'закончилась',
  lines_one: '{{count, number}} строка',
  lines_few: '{{count, number}} строки',
  lines_many: '{{count, number}} строк',
  lines_other: '{{count, number}} строки',
  dedicated_one: '{{count, number}} выделенный прокси',
  dedicated_few: '{{count, number}} выделенных прокси',
  dedicated_many: '{{count, number}} выделенных прокси',
  dedicated_other: '{{count, number}} выделенных прокси',
  template: 'Сообщение',
  language: 'Язык сообщения',
  languages: { ru: 'Русский', en: 'Английский' },
  help: 'Ваши правки сохраняются для всех клиентов. Абзац или строка, где все поля пустые, пропускается, поэтому один текст подходит всем.',
  fields: 'Поля, которые заполняются',
  fieldHelp: {
    name: 'имя клиента',
    link: 'ссылка подписки',
    expires: 'когда заканчивается VPN',
    days: 'сколько дней VPN осталось',
    limit: 'лимит трафика VPN',
    proxies: 'до 20 строк, иначе файл',
    checked_at: 'когда прокси проверены; пусто, если не все',
    traffic: 'остаток ГБ в пулах',
    date: 'сегодняшняя дата',
    price: 'цена того, что передаёте',
    paid_until: 'конец того, что оплачено клиентом',
  },
  emptyField: 'У этого клиента пока нет значения',
  unknown_one: '{{fields}} — не поле и останется как есть.',
  unknown_few: '{{fields}} — не поля и останутся как есть.',
  unknown_many: '{{fields}} — не поля и останутся как есть.',
  unknown_other: '{{fields}} — не поля и останутся как есть.',
  reset: 'Вернуть исходный текст',
  wasReset: 'Исходный текст возвращён',
  preview: 'Что получит клиент',
  reveal: 'Показать ссылки и пароли',
  hide: 'Скрыть ссылки и пароли',
  emptyMessage: 'Сообщение пустое.',
  folder: 'В папке',
  copy: 'Скопировать сообщение',
  save: 'Сохранить в папку…',
  copied: 'Сообщение скопировано; буфер обмена очистится через 60\u00a0с',
  saved: 'Сохранено: {{folder}}',
  showFolder: 'Показать',
  message: {
    template: `Здравствуйте, {name}!

Ваш VPN. Откройте ссылку на своём устройстве или отсканируйте QR-код:
{link}
Действует до {expires} ({days}).
Трафик: {limit}.

Ваши прокси:
{proxies}
Проверены {checked_at}.

Осталось трафика: {traffic}.

Никому не пересылайте это сообщение: с ним можно пользоваться тем, что вы оплатили.`,
    pools: {
      residential: 'резидентские',
      datacenter: 'дата-центр',
      mobile: 'мобильные',
      residential_premium: 'резидентские премиум',
    },
    pool: '{{pool}} {{gb}} ГБ',
    daysLeft_one: 'остался {{count, number}} день',
    daysLeft_few: 'осталось {{count, number}} дня',
    daysLeft_many: 'осталось {{count, number}} дней',
    daysLeft_other: 'осталось {{count, number}} дня',
    endsToday: 'заканчивается сегодня',
    hasEnded: 'срок закончился',
    unlimited: 'без ограничения',
    inFile_one: '{{count, number}} прокси в файле {{file}}',
    inFile_few: '{{count, number}} прокси в файле {{file}}',
    inFile_many: '{{count, number}} прокси в файле {{file}}',
    inFile_other: '{{count, number}} прокси в файле {{file}}',
  },
};
