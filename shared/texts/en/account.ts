export const account = {
  welcome: {
    title: 'Reseller Desk',
    lead: 'Clients, purchases and proxy lists of your reseller account, on this computer.',
    signInTitle: 'Sign in with your API token',
    signInAgain: 'Sign in again: {{name}}',
    signInAgainText:
      'Your data and purchases are still on this computer. Enter a valid token to connect to the service again.',
    sandboxTitle: 'Or look around first',
    sandboxText:
      'The sandbox is the whole service on this computer, with sample clients, a balance and proxies. Nothing is sent to the network and nothing costs money.',
    sandboxButton: 'Try the sandbox',
    back: 'Back',
    checking: 'Checking the token…',
  },
  fields: {
    baseUrl: 'Service address',
    baseUrlHelp: 'The API link the service gave you. It starts with https://, and /api/v1 at its end is optional.',
    baseUrlPlaceholder: 'https://api.example.com',
    token: 'API token',
    tokenHelp:
      'Kept in the system keychain, which may ask you for its password. It is checked by asking for the balance.',
    tokenHelpMemory: 'It is checked by asking for the balance.',
    label: 'Name of this account',
    labelHelp: 'Optional. Only you see it; it helps you tell several accounts apart.',
    showToken: 'Show the token',
  },
  signInErrors: {
    offline: 'Could not connect to this address. Check that the internet works and that the address has no typo.',
    timeout: 'Nothing answered at this address in time. Check it for a typo, or try again in a moment.',
    unauthorized: 'The service does not accept this token. Copy it again, whole and without spaces.',
    forbidden: 'The service knows this token but does not let it in. Ask the service which rights the token has.',
    malformed: 'Another site answers at this address, not the service’s API. Copy the address again.',
    server: 'The service is having trouble right now (status {{status}}). Try again later.',
    'not-found': 'The service’s API is not at this address. Copy the address again.',
  },
  otherBooks: {
    text: 'This token seems to belong to another account at the service: {{now}} was spent with it and {{before}} with the previous one, or its clients are different. If you add it as another account, it gets its own clients and purchases. If it is the same account after all, you will have to settle the purchases with an unknown outcome yourself.',
    unproven:
      'It is not clear whether this token belongs to the same account at the service: {{now}} was spent with it and {{before}} with the previous one. If you add it as another account, it gets its own clients and purchases. If it is the same account, you will have to settle the purchases with an unknown outcome yourself.',
    another: 'Add as another account',
    same: 'It is the same account',
  },
  keychain: {
    missing:
      'No system keychain was found, so the token will be kept only until the app closes. Install or start one (GNOME Keyring, KWallet) to stay signed in.',
    locked:
      'The system keychain is locked, so the token will be kept only until the app closes. Unlock it and restart the app to stay signed in.',
    timeout:
      'The system keychain does not answer, so the token will be kept only until the app closes. If the system asks for a password, enter it: the token is saved then.',
    failed: 'The system keychain cannot be used, so the token will be kept only until the app closes.',
    ok: 'The token is kept in the system keychain.',
    'not-checked': 'The system keychain is used as soon as you sign in with a token.',
  },
  switcher: {
    open: 'Account: {{name}}',
    none: 'No account',
    add: 'Add an account…',
    signIn: 'Sign in again…',
    signOut: 'Sign out…',
    signedOut: 'signed out',
    rejected: 'token not accepted',
  },
  tokenRefused: {
    'other-address':
      'The token in the keychain was saved for another address, so it is not sent to {{address}}. Check the address and sign in again.',
    'not-https':
      'The token is not sent to {{address}}: without https, anyone on the network could read it. Sign in again with the service’s https address.',
  },
  signedOutStrip: {
    text: 'You are signed out of this account. Loaded data and purchases stay available.',
  },
  signOutDialog: {
    title: 'Sign out of “{{name}}”?',
    text: 'The token is deleted from this computer. Clients, lists, files and purchases stay available. To connect to the service again you will need the token.',
    confirm: 'Sign out and forget the token',
  },
  removeDialog: {
    title: 'Remove “{{name}}” and its data?',
    text: 'This deletes the token and everything in the app’s database: clients, lists, the purchase journal, passwords. For a large account this may take a minute; if you close the app, it continues at the next start. Files you saved (lists, reports, backup files) stay where they are. This cannot be undone.',
    copies_one: 'Also delete {{count}} copy on this computer that contains this account ({{size}})',
    copies_other: 'Also delete {{count}} copies on this computer that contain this account ({{size}})',
    copiesGo:
      'If they contain other accounts as well, those are deleted from the copies too. A new copy of the remaining data is made right afterwards.',
    copiesStay:
      'The account’s data stays in them until you delete them in Settings, under “Copies on this computer”. Daily copies are replaced by newer ones over time; data that was set aside is not.',
    confirm: 'Delete the account and its data',
  },
} as const;
