import type { BatchItemState, BatchProblemCode } from './batch-rules.ts';

interface BatchWords {
  readonly states: Readonly<Record<BatchItemState, string>>;
  readonly problems: Readonly<Record<BatchProblemCode, string>>;
}

/** What the window and the saved report both say of a client or a list. */
export const batchWordsEn: BatchWords = {
  states: {
    waiting: 'To do',
    running: 'Under way',
    done: 'Done',
    partial: 'Partial',
    unsaved: 'Not saved',
    failed: 'Failed',
    skipped: 'Skipped',
  },
  problems: {
    'client-removed': 'The client was removed',
    'list-removed': 'The list was removed',
    'list-running': 'The list is still being generated',
    'no-traffic': 'The client has no traffic in this pool',
    'no-lines': 'The service sent no lines',
    'fewer-lines': 'The service sent fewer lines than asked for',
    layout: 'Some lines are not in the format that was asked for',
    format: 'The lines cannot be converted to this format',
    refused: 'The service refused',
    offline: 'There was no connection to the service',
    timeout: 'The service did not answer in time',
    'rate-limited': 'The service asked for fewer requests',
    server: 'The service had an internal error',
    malformed: 'The service’s answer could not be read',
    token: 'The service did not accept the token',
    'disk-full': 'The disk is full',
    'no-permission': 'No permission to write there',
    'folder-missing': 'The folder no longer exists',
    file: 'The file could not be written',
    storage: 'The local database could not be written',
    internal: 'Something in the app went wrong',
  },
};

export const batchWordsRu: BatchWords = {
  states: {
    waiting: 'В очереди',
    running: 'Выполняется',
    done: 'Готово',
    partial: 'Частично',
    unsaved: 'Не сохранено',
    failed: 'Не удалось',
    skipped: 'Пропущено',
  },
  problems: {
    'client-removed': 'Клиент удалён',
    'list-removed': 'Список удалён',
    'list-running': 'Список ещё генерируется',
    'no-traffic': 'У клиента нет трафика в этом пуле',
    'no-lines': 'Сервис не прислал ни одной строки',
    'fewer-lines': 'Сервис прислал меньше строк, чем запрошено',
    layout: 'Часть строк не в том формате, который запрошен',
    format: 'В этом формате строки получить нельзя',
    refused: 'Сервис отказал',
    offline: 'Не было связи с сервисом',
    timeout: 'Сервис не ответил вовремя',
    'rate-limited': 'Сервис попросил присылать запросы реже',
    server: 'Ошибка на стороне сервиса',
    malformed: 'Ответ сервиса не удалось прочитать',
    token: 'Сервис не принял токен',
    'disk-full': 'Диск заполнен',
    'no-permission': 'Нет прав на запись в эту папку',
    'folder-missing': 'Папки больше нет',
    file: 'Не удалось записать файл',
    storage: 'Не удалось записать в локальную базу',
    internal: 'Внутренняя ошибка приложения',
  },
};
