import type { Language } from '#shared/domain/language.ts';

/** The shell's own words: menu and native dialogs. Everything else is said by the page. */
export interface ShellTexts {
  readonly menu: {
    readonly file: string;
    readonly addAccount: string;
    readonly showDataFolder: string;
    readonly quit: string;
    readonly edit: string;
    readonly undo: string;
    readonly redo: string;
    readonly cut: string;
    readonly copy: string;
    readonly paste: string;
    readonly selectAll: string;
    readonly view: string;
    readonly actualSize: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly fullScreen: string;
    readonly window: string;
    readonly minimize: string;
    readonly close: string;
    readonly help: string;
    readonly about: string;
    readonly hide: string;
    readonly hideOthers: string;
    readonly showAll: string;
  };
  readonly about: {
    readonly title: string;
    readonly database: (sqlite: string, schema: string) => string;
    readonly licence: string;
    readonly dataFolder: string;
    readonly close: string;
    readonly copy: string;
  };
  readonly quitDuringCharge: {
    readonly message: string;
    readonly detail: string;
    readonly wait: string;
    readonly quit: string;
  };
  readonly pageCrashed: { readonly message: string; readonly detail: string };
  readonly pageKeepsCrashing: { readonly message: string; readonly detail: string };
  readonly unexpected: { readonly message: string; readonly detail: string };
  readonly cannotStart: { readonly message: string; readonly detail: string };
  readonly noSandbox: { readonly message: string; readonly detail: string };
}

const en: ShellTexts = {
  menu: {
    file: 'File',
    addAccount: 'Add Account…',
    showDataFolder: 'Show Data Folder',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: 'View',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    fullScreen: 'Full Screen',
    window: 'Window',
    minimize: 'Minimize',
    close: 'Close',
    help: 'Help',
    about: 'About Reseller Desk',
    hide: 'Hide Reseller Desk',
    hideOthers: 'Hide Others',
    showAll: 'Show All',
  },
  about: {
    title: 'About Reseller Desk',
    database: (sqlite, schema) => `SQLite ${sqlite} · schema ${schema}`,
    licence: 'MIT License. Electron and Chromium have licences of their own, found next to the app.',
    dataFolder: 'Data folder:',
    close: 'Close',
    copy: 'Copy Diagnostics',
  },
  quitDuringCharge: {
    message: 'A purchase has been sent and not answered yet.',
    detail:
      'The answer takes up to a minute. If you quit now, the purchase stays in the journal with an unknown outcome, and it will be checked at the next start. It is never sent again by itself.',
    wait: 'Wait',
    quit: 'Quit, Check Later',
  },
  pageCrashed: {
    message: 'The window stopped working and was opened again.',
    detail: 'Nothing that was saved, bought or generated is lost. Text that was being typed may be.',
  },
  pageKeepsCrashing: {
    message: 'The window keeps stopping.',
    detail: 'Nothing that was saved is lost. Quit the app and start it again.',
  },
  unexpected: {
    message: 'Something in the app went wrong.',
    detail:
      'It keeps running. If something behaves oddly, quit and start it again. The log in the data folder says more.',
  },
  cannotStart: {
    message: 'Reseller Desk could not start.',
    detail: 'Its data folder could not be opened. Check that the disk is not full and that the folder can be written:',
  },
  noSandbox: {
    message: 'Reseller Desk does not run without Chromium’s sandbox.',
    detail:
      'This system does not let ordinary programs have one. Install the .deb package, which sets it up, or have unprivileged user namespaces allowed.',
  },
};

const ru: ShellTexts = {
  menu: {
    file: 'Файл',
    addAccount: 'Добавить аккаунт…',
    showDataFolder: 'Показать папку данных',
    quit: 'Выйти',
    edit: 'Правка',
    undo: 'Отменить',
    redo: 'Повторить',
    cut: 'Вырезать',
    copy: 'Копировать',
    paste: 'Вставить',
    selectAll: 'Выделить всё',
    view: 'Вид',
    actualSize: 'Обычный размер',
    zoomIn: 'Крупнее',
    zoomOut: 'Мельче',
    fullScreen: 'Во весь экран',
    window: 'Окно',
    minimize: 'Свернуть',
    close: 'Закрыть',
    help: 'Справка',
    about: 'О приложении Reseller Desk',
    hide: 'Скрыть Reseller Desk',
    hideOthers: 'Скрыть остальные',
    showAll: 'Показать все',
  },
  about: {
    title: 'О приложении Reseller Desk',
    database: (sqlite, schema) => `SQLite ${sqlite} · схема ${schema}`,
    licence: 'Лицензия MIT. У Electron и Chromium свои лицензии, их тексты лежат рядом с приложением.',
    dataFolder: 'Папка данных:',
    close: 'Закрыть',
    copy: 'Скопировать диагностику',
  },
  quitDuringCharge: {
    message: 'Покупка отправлена, ответа ещё нет.',
    detail:
      'Ответ приходит в течение минуты. Если выйти сейчас, покупка останется в журнале с неизвестным исходом, и он будет проверен при следующем запуске. Сама она повторно не отправляется.',
    wait: 'Подождать',
    quit: 'Выйти, проверить позже',
  },
  pageCrashed: {
    message: 'Окно перестало работать и было открыто заново.',
    detail: 'Всё сохранённое, купленное и созданное на месте. Текст, который вы набирали, мог пропасть.',
  },
  pageKeepsCrashing: {
    message: 'Окно снова и снова перестаёт работать.',
    detail: 'Всё сохранённое на месте. Выйдите из приложения и запустите его снова.',
  },
  unexpected: {
    message: 'В приложении что-то пошло не так.',
    detail:
      'Оно продолжает работать. Если что-то ведёт себя странно, выйдите и запустите его снова. Подробности — в журнале в папке данных.',
  },
  cannotStart: {
    message: 'Не удалось запустить Reseller Desk.',
    detail: 'Не открывается папка данных. Проверьте, что на диске есть место и что в папку можно писать:',
  },
  noSandbox: {
    message: 'Reseller Desk не работает без изоляции страниц (песочницы Chromium).',
    detail:
      'Эта система не даёт её обычным программам. Установите пакет .deb, он всё настроит, или разрешите непривилегированные пространства имён (user namespaces).',
  },
};

const texts: Readonly<Record<Language, ShellTexts>> = { en, ru };

export const shellTexts = (language: Language): ShellTexts => texts[language];
