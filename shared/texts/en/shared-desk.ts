/** Errors of changes and keys. */
const sealing = {
  'change-damaged':
    'A record in the shared database is damaged or was tampered with, so it was not used. Your data on this computer is intact. Create the shared desk again in another database, or ask the person who runs this one.',
  'key-unknown':
    'This computer has no key for the newest records of the shared desk: most likely it was removed. To come back, leave the shared desk here and join with a new invitation.',
  'key-retired':
    'A record in the shared database is encrypted with an old key, so it was not used: a removed computer may have left it. Change the password of the database.',
  'newer-format':
    'A record in the shared database was written by a newer version of the app. Update the app on this computer; until then it receives no changes from the others.',
} as const;

/** Errors of invitations. */
const invitation = {
  'invitation-unknown':
    'There is no invitation in this text. Paste everything you were sent, from the first line to the last.',
  'invitation-too-long': 'This is too long for an invitation. Paste its text only.',
  'invitation-cut-short': 'The end of the invitation is missing. Copy all of the text, with the closing brace “}”.',
  'invitation-damaged': 'The invitation was changed on its way. Copy it again, or ask for it as a file.',
  'invitation-newer':
    'The invitation was made by a newer version of the app. Update the app and paste the invitation again.',
  'invitation-wrong-passphrase':
    'This passphrase does not open the invitation. Check the keyboard layout and Caps Lock and type it again.',
  'invitation-expired':
    'The invitation is no longer valid. Ask for a new one. If it is fresh, check the date on this computer.',
} as const;

/** Errors of joining a shared desk and of working with it. */
const desk = {
  'colleague-pays':
    'A purchase is under way on another computer ({{computer}}), so nothing was sent. Try again in a moment.',
  'colleague-broke-off':
    'The computer “{{computer}}” went offline while paying, and it is not known here what it bought, so nothing more was sent. Wait until it is connected again, or confirm the purchase again.',
  unguarded:
    'The shared desk’s database is out of reach, and a colleague may be buying the same thing, so nothing more was sent. Wait until it is back, or confirm the purchase again.',
  'desk-not-shared': 'No shared desk is set up here.',
  'desk-shared-already': 'A shared desk is already set up here. Leave it first to create or join another one.',
  'colleague-elsewhere':
    'The computer “{{computer}}” has not connected to the new database yet and may be buying the same thing, so nothing was sent. Enter the new connection string there, or confirm the purchase again.',
  'computer-twice':
    'Another machine uses the shared desk as if it were this computer and may be buying the same thing, so nothing was sent. Give this computer another name in “Settings”, “Shared desk”, or confirm the purchase again.',
  'copy-of-before':
    'According to the keychain, this computer belongs to a shared desk, but the data here knows nothing about it: it is a copy from before the desk was shared. What colleagues buy is not known here, so standing orders only ask, and purchases have to be confirmed. Leave the shared desk here, and join again with a new invitation.',
  'key-missing':
    'The key of the shared desk is not in this computer’s keychain. Unlock the keychain and try again, or leave the shared desk here and join again with an invitation.',
  'newer-version': 'Another computer has a newer version of the app. Update the app here.',
  'invitation-other-service':
    'The invitation is for an account at another address: {{address}}. Open that account first.',
  'invitation-outdated':
    'The invitation is older than the current key of the shared desk: a computer has been removed since. Ask for a new invitation.',
  'invitation-offer-gone': 'Open the invitation again.',
  'desk-of-other-books':
    'This computer has not joined: confirm first that it is the same reseller, or sign in with a token of that reseller.',
  'desk-of-unproven-books': 'This computer has not joined: confirm first that it is the same reseller.',
  'shared-text': 'This text is no longer there.',
} as const;

export const sharedDeskCodes = { ...desk, ...sealing, ...invitation };

export const sharedDesk = {
  invitation: {
    head: 'Reseller Desk: an invitation to join a shared desk, valid until {{day}}. Paste this whole text into the app on your computer and enter the passphrase, which is sent separately.',
    save: 'Save the invitation',
    open: 'Open an invitation',
    file: 'invitation',
  },
  title: 'Shared desk',
  place: '{{database}} on {{host}}, port {{port}}',
  none: {
    text: 'Several computers of the shop work with the same clients, notes and purchases: what is done on one is seen on the others at once.',
    how: 'All data also stays on this computer, so you can work without the internet. Changes travel between the computers through a PostgreSQL database, your own or a hosted one; everything in it is encrypted. The API token is not passed on: on each computer you sign in with your own.',
    make: 'Create a shared desk…',
    join: 'Join with an invitation…',
  },
  connection: {
    label: 'Connection string of the PostgreSQL database',
    help: 'For example: postgresql://shop:password@db.example.com:5432/shop',
    where:
      'No database yet? Nearly every hosting service offers one (“managed PostgreSQL”), and the smallest is enough. You find the connection string there, in the settings of the database.',
    check: 'Check the database',
    fits: 'The database is suitable: {{place}}, PostgreSQL {{version}}.',
    encrypted: 'The connection is encrypted, and the server’s identity is verified.',
    loopback:
      'The database is on this same computer. Other computers cannot reach it at this address: they need one that is visible on the network.',
    taken:
      'This database already contains a shared desk. To work on it, join with an invitation from one of its computers. A desk you create here will be a separate one.',
    pooled:
      'The database is behind a connection pooler and cannot announce changes, so the app asks it every few seconds.',
  },
  make: {
    title: 'A new shared desk',
    text: 'The account “{{account}}” becomes shared: everyone you invite sees it. Your other accounts stay on this computer only.',
    name: 'Name of the desk',
    submit: 'Create',
    anyway: 'Create anyway',
    done: 'The shared desk is created.',
    after: 'Your data is sent to the database automatically. To work together, invite another computer.',
    later: 'Later',
  },
  invite: {
    button: 'Invite a computer…',
    title: 'Invitation for a computer',
    text: 'An invitation is an encrypted text with everything needed to join. Send it any way you like, and pass on the passphrase separately, for example by phone.',
    warning:
      'Anyone who opens the invitation sees and can change everything on the shared desk. The passphrase is not stored anywhere.',
    copy: 'Copy the invitation',
    save: 'Save to a file…',
    copied:
      'The invitation is copied; paste it into a message: the clipboard is cleared in 60\u00a0s. It is valid through {{day}}.',
    saved: 'Saved: {{file}}. The invitation is valid through {{day}}.',
    after: 'On the other computer open “Settings”, “Shared desk”, “Join with an invitation”.',
  },
  join: {
    title: 'Join a shared desk',
    text: 'Create the invitation on a computer that already has the shared desk: in its settings, with “Invite a computer”.',
    invitation: 'Invitation',
    placeholder: 'Paste the whole text you were sent',
    file: 'Load from a file…',
    help: 'The person who invites you tells you the passphrase. Next you will see what will happen; nothing changes yet.',
    opening: 'Opening the invitation and reading the shared desk…',
    open: 'View the invitation',
    submit: 'Join',
  },
  preview: {
    invitedBy: 'Invited by',
    validUntil: 'Valid through',
    table: 'Clients',
    here: 'Clients only on this computer',
    there: 'Clients only on the shared desk',
    both: 'On both',
    all: 'Total afterwards',
    text: 'The account “{{account}}” joins the shared desk. Clients with the same ID and key are merged: each field keeps what was written later, and the earlier version of a name or note is shown on the computer where it was written. Purchases, lists and sales of both are combined. Nothing is deleted.',
    back_one:
      '{{count, number}} client of this computer was removed on the shared desk and will be restored for everyone.',
    back_other:
      '{{count, number}} clients of this computer were removed on the shared desk and will be restored for everyone.',
    orders_one:
      'This computer’s {{count, number}} standing order will be switched off when it joins: check that the shared desk has no such order, then switch it on.',
    orders_other:
      'This computer’s {{count, number}} standing orders will be switched off when they join: check which of them the shared desk already has, and switch on the others. Orders that came from the same backup become one, as it is on the shared desk.',
    whose: {
      other:
        'The token on this computer seems to belong to another reseller: with it, the service does not show the clients and the spending known to the shared desk.',
      unproven:
        'No computer on the shared desk uses this token, and the service does not show whether it belongs to the same reseller.',
      spent:
        'Spent at the service: {{here}} with this token, {{there}} according to the last reading on the shared desk.',
      danger:
        'Two resellers must not share a desk: their clients and purchases would be mixed, and each would pay for the other’s orders from their own balance.',
      same: 'It is the same reseller: this token belongs to the same account at the service',
    },
    mine: 'Everyone on the shared desk will see the clients of this account. They cannot be separated again, except by restoring a backup: if in doubt, save one first.',
  },
  facts: {
    name: 'Desk',
    exchange: 'Exchange',
    place: 'Database',
    refresh: 'Refresh',
    secrecy: 'Protection',
    sealed: 'Everything is encrypted on the computers: the database shows no names, addresses or passwords.',
    asOf: 'last exchange: {{moment}}',
  },
  states: {
    connecting: 'Connecting…',
    shared: 'Up to date',
    offline: 'Not connected',
    stopped: 'Stopped',
    unpublished_one: '{{count, number}} change waits to be sent',
    unpublished_other: '{{count, number}} changes wait to be sent',
  },
  offline:
    'You can keep working: everything is stored here, and changes are sent when the connection is back. Purchases have to be confirmed once more: a colleague may be buying the same thing.',
  tried: 'Just tried, without success.',
  diedWhilePaying:
    'The computer “{{computer}}” went offline while paying: the others do not know what it bought. Start the app there and connect it. If it will not come back, look up in the service what was bought, and remove the computer. Until then, standing orders only ask, and purchases have to be confirmed.',
  elsewhere_one:
    'The desk is in another database now, and this computer has not connected to it yet: {{computers}}. It is not known here what is bought there. Enter the new connection string there; if it will not come back, remove it below. Until then, standing orders only ask, and purchases have to be confirmed once more.',
  elsewhere_other:
    'The desk is in another database now, and these computers have not connected to it yet: {{computers}}. It is not known here what is bought there. Enter the new connection string there; if one will not come back, remove it below. Until then, standing orders only ask, and purchases have to be confirmed once more.',
  twin: 'Two machines use this shared desk as one and the same computer, as happens when a machine is copied with everything on it. So neither of them buys automatically, and purchases have to be confirmed once more. Give this one another name in the list of computers below: it then becomes a separate computer.',
  stopped: 'Until then this computer neither sends nor receives changes; everything here is intact.',
  clock: {
    ahead:
      'This computer’s clock is {{duration}} ahead of the database server’s. Check the date and time here: until then, changes are dated by the server’s clock.',
    behind: 'This computer’s clock is {{duration}} behind the database server’s. Check the date and time here.',
  },
  aside: {
    computer: 'the computer “{{computer}}”',
    nobody: 'a computer unknown here',
    unknown:
      'Sent by {{who}}: changes that only a newer version of the app can read (values: {{number}}). They are kept and will be shown after an update. For a day after they arrive, purchases have to be confirmed.',
    unfit:
      'Sent by {{who}}: values that do not belong in these fields (values: {{number}}). They are not used here; everything else is exchanged as usual.',
    ahead:
      'Sent by {{who}}: changes dated in the future (values: {{number}}). The clock there is wrong. They are not used until they are sent with the right time, which happens automatically once that computer is connected.',
  },
  restored:
    'The database was rolled back to an older state (noticed {{moment}}). The missing data was sent again: nothing is lost.',
  progress: {
    reading: 'Reading changes…',
    sending: 'Sending changes…',
    of: '{{done}} of {{total}}',
  },
  computers: {
    title: 'Computers',
    thisName: 'Name of this computer',
    nameHelp: 'The others see it under this name. For example: “Ann, laptop”.',
    this: 'this computer',
    here: 'here now',
    never: 'not seen yet',
    seen: 'last seen {{moment}}',
    remove: 'Remove…',
    removeOf: 'Remove the computer {{name}}…',
  },
  rights: {
    open: 'Rights…',
    openOf: 'Rights of the computer {{name}}…',
    title: 'Rights of “{{name}}”',
    buys: 'Purchases',
    buying: { free: 'Any', capped: 'Up to a sum a day', none: 'None' },
    cap: 'At most, ₽ a day',
    capHelp: 'From midnight on, by the clock of that computer. Purchases of unknown outcome count too.',
    hides: 'Without selling prices, debts and profit',
    hidesHelp: 'The screens there show nothing about selling.',
    honesty:
      'The app keeps to this on that computer. It cannot prevent what a user who knows how does outside of it: read the data, which stays complete there, use the service with the same token, or leave the shared desk.',
    saved: 'The rights of {{name}} are set.',
    none: 'no purchases',
    capped: 'purchases up to {{sum}} a day',
    hidden: 'no selling prices, debts and profit',
    said: 'Limited: {{limits}}. Set on “{{by}}”.',
  },
  remove: {
    title: 'Remove the computer “{{name}}”?',
    text: 'It no longer receives or sends changes: the others get a new encryption key automatically.',
    keeps: 'Data already on it stays on it: it cannot be erased from here.',
    password:
      'It also knows the password of the database. Change it at the hosting service, then enter the new connection string on each remaining computer.',
    confirm: 'Remove',
  },
  reconnect: {
    button: 'Change the connection string…',
    title: 'A new connection string',
    text: 'Use this if the password of the database was changed or the database has moved. The shared desk stays the same; enter this string on the other computers, too.',
    submit: 'Connect',
    done: 'The new connection string is saved',
    lost: 'If the previous database is gone, you can create the shared desk again here: everything on this computer is sent here, and the others add theirs. If the previous database still works, do not do this: the computers would no longer see each other’s changes.',
    anew: 'Create it again here',
    moved:
      'Connect to the other database. Then enter its connection string on the other computers right away: until they are connected, purchases here have to be confirmed once more, and standing orders only ask.',
    moveConfirm: 'The desk has moved here',
  },
  leave: {
    button: 'Leave…',
    title: 'Leave the shared desk “{{name}}”?',
    text: 'This computer keeps everything it has but no longer sends or receives changes.',
    others: 'The others continue to work together.',
    last: 'There is no other computer on this shared desk, so nobody can invite you back. You can make a new one at any time.',
    orders: 'Standing orders are switched off here: the shared desk continues to carry them out.',
    back: 'You can come back with a new invitation.',
    unpublished_one: '{{count, number}} change has not been sent yet: no other computer will see it.',
    unpublished_other: '{{count, number}} changes have not been sent yet: no other computer will see them.',
    lost_one:
      'You have not yet looked at {{count, number}} text that was replaced by a later one. It is shown again only if this computer joins again.',
    lost_other:
      'You have not yet looked at {{count, number}} texts that were replaced by later ones. They are shown again only if this computer joins again.',
    confirm: 'Leave',
  },
  status: {
    nobody: 'Nobody else here',
    with: 'With {{names}}',
    withMany_one: 'With {{count, number}} other',
    withMany_other: 'With {{count, number}} others',
    shared: 'up to date',
    lost_one: '{{count, number}} text replaced',
    lost_other: '{{count, number}} texts replaced',
    waiting_one: '{{count, number}} change waits',
    waiting_other: '{{count, number}} changes wait',
    connecting: 'Shared desk: connecting…',
    offline: 'Shared desk: not connected',
    stopped: 'Shared desk stopped',
    alone: 'Shared desk “{{name}}”. Nobody else is here now.',
    withOthers: 'Shared desk “{{name}}”. Here now: {{names}}.',
  },
  changed: {
    changed: 'Changed by {{who}} · {{moment}}',
    note: 'Note by {{who}} · {{moment}}',
    removed: 'Removed by {{who}} · {{moment}}',
    bought: 'Bought by',
    boughtBy: 'Bought by {{who}} · {{moment}}',
    somebody: 'another computer',
  },
  conflict: {
    by: '{{field}}: another text was written on the computer “{{computer}}”, {{moment}}.',
    bySomebody: '{{field}}: another text was written on another computer, {{moment}}.',
    own: '{{field}}: your text ({{moment}}) was replaced by a later one.',
    title_one: '{{count, number}} text was replaced by a later one',
    title_other: '{{count, number}} texts were replaced by later ones',
    taken: 'The text is restored',
    gone: 'The text is discarded',
    empty: '(empty)',
    take: 'Use this text',
    letGo: 'Discard',
  },
} as const;
