/** The native menu and boxes: what the window does not draw. */
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
    about: 'About Reseller Desk',
    hide: 'Hide Reseller Desk',
    hideOthers: 'Hide Others',
    showAll: 'Show All',
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
    alerts_one: '{{count}} thing needs you',
    alerts_other: '{{count}} things need you',
    nothing: 'Nothing needs you',
    open: 'Open Reseller Desk',
    pause: 'Pause Everything',
    paused: 'Everything is paused',
  },
  inTray: {
    title: 'Reseller Desk keeps working',
    body: 'It is in the system’s tray. To end it, choose Quit there or in the menu. Settings has a switch for this.',
  },
  minimised: {
    title: 'Reseller Desk keeps working',
    body: 'This system shows no tray, so the window was minimised. To end it, choose Quit in the menu. Settings has a switch for this.',
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
  graphicsOff: {
    message: 'Hardware acceleration is off.',
    detail:
      'The graphics driver of this computer crashed several times, so the app was started again without it. Nothing is lost; the window may scroll less smoothly. You can switch it on again in Settings.',
  },
  coreCrashed: {
    message: 'A part of the app stopped working and was started again.',
    detail:
      'Nothing that was saved is lost. A purchase that was under way is in the journal, where its outcome will be looked up; it is not sent again. What else was under way has stopped and can be gone on with.',
  },
  coreKeepsCrashing: {
    message: 'A part of the app keeps stopping.',
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
