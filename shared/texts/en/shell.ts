/** The native menu and message boxes, which the window does not draw. */
export const shell = {
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
    manual: 'Manual',
    whatsNew: 'What’s New',
    about: 'About Reseller Desk',
    hide: 'Hide Reseller Desk',
    hideOthers: 'Hide Others',
    showAll: 'Show All',
  },
  helpWindow: {
    contents: 'Contents',
    skip: 'Skip the contents',
  },
  about: {
    title: 'About Reseller Desk',
    database: 'SQLite {{sqlite}} · schema {{schema}}',
    licence: 'MIT License. Electron and Chromium have licences of their own, found next to the app.',
    dataFolder: 'Data folder:',
    close: 'Close',
    copy: 'Copy Diagnostics',
  },
  tray: {
    balance: 'Balance {{amount}}',
    balanceUnknown: 'Balance not loaded yet',
    alerts_one: '{{count}} item needs attention',
    alerts_other: '{{count}} items need attention',
    nothing: 'Nothing needs your attention',
    open: 'Open Reseller Desk',
    pause: 'Pause Everything',
    paused: 'Everything is paused',
  },
  inTray: {
    title: 'Reseller Desk keeps working',
    body: 'It is in the system tray. To close it, choose Quit there or in the menu. You can turn this off in Settings.',
  },
  minimised: {
    title: 'Reseller Desk keeps working',
    body: 'This system shows no tray, so the window was minimised. To close the app, choose Quit in the menu. You can turn this off in Settings.',
  },
  quitDuringCharge: {
    message: 'A purchase was sent and has not been answered yet.',
    detail:
      'The answer takes up to a minute. If you quit now, the purchase stays in the journal with an unknown outcome, which will be checked at the next start. The app never sends it again automatically.',
    wait: 'Wait',
    quit: 'Quit, Check Later',
  },
  pageCrashed: {
    message: 'The window stopped working and was opened again.',
    detail: 'Nothing that was saved, bought or generated is lost. Text you were typing may be lost.',
  },
  pageKeepsCrashing: {
    message: 'The window keeps stopping.',
    detail: 'Nothing that was saved is lost. Quit the app and start it again.',
  },
  graphicsOff: {
    message: 'Hardware acceleration is off.',
    detail:
      'The graphics driver of this computer crashed several times, so the app was restarted without it. Nothing is lost; the window may scroll less smoothly. You can switch it on again in Settings.',
  },
  coreCrashed: {
    message: 'Part of the app stopped working and was restarted.',
    detail:
      'Nothing that was saved is lost. A purchase that was under way is in the journal, where its outcome will be checked; it is not sent again. Other work that was under way has stopped and can be resumed.',
  },
  coreKeepsCrashing: {
    message: 'Part of the app keeps stopping.',
    detail: 'Nothing that was saved is lost. Quit the app and start it again.',
  },
  unexpected: {
    message: 'Something in the app went wrong.',
    detail:
      'The app keeps running. If something behaves oddly, quit and start it again. See the log in the data folder for details.',
  },
  cannotStart: {
    message: 'Reseller Desk could not start.',
    detail:
      'Its data folder could not be opened. Check that the disk is not full and that you can write to the folder:',
    notWritable:
      'It cannot write to its data folder: the disk or the folder is read-only, or you have no permission to write there. Nothing was changed. Allow writing and start the app again. The folder:',
    full: 'The disk with its data folder is full. Free some space on it and start the app again. The folder:',
  },
  noSandbox: {
    message: 'Reseller Desk does not run without Chromium’s sandbox.',
    detail:
      'This system does not allow it for ordinary programs. Install the .deb package, which sets it up, or allow unprivileged user namespaces.',
  },
} as const;
