export const jobs = {
  grid: 'Задачи',
  kinds: { generate: 'Список прокси' },
  states: {
    running: 'Выполняется',
    done: 'Готова',
    partial: 'Не полностью',
    cancelled: 'Остановлена',
    failed: 'Не удалась',
    interrupted: 'Прервана',
  },
  columns: {
    kind: 'Что',
    title: 'Название',
    state: 'Состояние',
    progress: 'Ход',
    started: 'Начата',
  },
  detail: 'Выбранная задача',
  cancel: 'Остановить',
  openResult: 'Открыть список',
  finished: 'Закончена',
  why: 'Почему закончилась',
  empty: {
    title: 'Задач ещё не было',
    text: 'Долгая работа, например генерация списка, показана здесь с ходом выполнения и итогом.',
    action: 'Сгенерировать список',
  },
};
