/** Errors of changes and keys. */
const sealing = {
  'change-damaged':
    'A record in the shared database is damaged or was tampered with, so it was not used. Your data on this computer is intact. Make the shared desk anew in another database, or ask whoever runs this one.',
  'key-unknown':
    'This computer has no key to the newest records of the shared desk: most likely it was removed. To come back, leave the shared desk here and join with a new invitation.',
  'key-retired':
    'A record in the shared database is sealed with an old key, so it was not used: a removed computer may have left it. Change the password of the database.',
  'newer-format':
    'A record in the shared database was written by a newer version of the app. Update the app on this computer; until then it receives no changes from the others.',
};

/** Errors of invitations. */
const invitation = {
  'invitation-unknown':
    'There is no invitation in this. Paste all of the text you were sent, from the first line to the last.',
  'invitation-too-long': 'This is too long for an invitation. Paste its text only.',
  'invitation-cut-short': 'The end of the invitation is missing. Copy all of the text, with the closing brace “}”.',
  'invitation-damaged': 'The invitation was changed on its way. Copy it once more, or ask for it as a file.',
  'invitation-newer':
    'The invitation was made by a newer version of the app. Update the app and paste the invitation again.',
  'invitation-wrong-passphrase':
    'This passphrase does not open the invitation. Check the keyboard layout and Caps Lock and type it again.',
  'invitation-expired':
    'The invitation is no longer valid. Ask for a new one. If it is fresh, check the date on this computer.',
};

/** Errors of joining and living with it. */
const desk = {
  'colleague-pays':
    'A purchase is under way on another computer ({{computer}}), so nothing was sent. Try again in a moment.',
  'colleague-broke-off':
    'The computer “{{computer}}” broke off while it was paying, and it is not known here what it bought, so nothing more was sent. Wait until it is connected again, or confirm the purchase again.',
  unguarded:
    'The database of the shared desk is out of reach, and a colleague may be buying the same, so nothing more was sent. Wait until it is back, or confirm the purchase again.',
  'desk-not-shared': 'This desk is not shared with other computers.',
  'desk-shared-already': 'This desk is shared already. Leave the shared desk first to make or join another one.',
  'colleague-elsewhere':
    'The computer “{{computer}}” has not come to the new database yet and may be buying the same, so nothing was sent. Enter the new connection string there, or confirm the purchase again.',
  'computer-twice':
    'Another machine takes part in the shared desk as this very computer and may be buying the same, so nothing was sent. Give this computer another name in “Settings”, “Shared desk”, or confirm the purchase again.',
  'copy-of-before':
    'The keychain says that this computer belongs to a shared desk, and the data here knows nothing of it: it is a copy of before the desk was shared. What colleagues buy is not known here, so standing orders only ask and purchases want to be confirmed. Leave the shared desk here, and join again with a new invitation.',
  'key-missing':
    'The key of the shared desk is not in this computer’s keychain. Unlock the keychain and try again, or leave the shared desk here and join anew with an invitation.',
  'newer-version': 'Another computer has a newer version of the app. Update the app here.',
  'invitation-other-service':
    'The invitation is for an account at another address: {{address}}. Open that account first.',
  'invitation-outdated':
    'The invitation is older than the present key of the shared desk: a computer was removed since. Ask for a new invitation.',
  'invitation-offer-gone': 'The invitation has to be opened once more.',
  'desk-of-other-books':
    'This computer has not joined: confirm first that it is the same reseller, or sign in with a token of that reseller.',
  'desk-of-unproven-books': 'This computer has not joined: confirm first that it is the same reseller.',
  'shared-text': 'This text is not there any more.',
};

export const sharedDeskCodes = { ...desk, ...sealing, ...invitation };

export const sharedDesk = {
  invitation: {
    head: 'Reseller Desk: an invitation to join a shared desk, valid until {{day}}. Paste all of this text into the app on your computer and type the passphrase: it is sent separately.',
    save: 'Save the invitation',
    open: 'Open an invitation',
    file: 'invitation',
  },
  title: 'Shared desk',
  place: '{{database}} on {{host}}, port {{port}}',
  none: {
    text: 'Several computers of the shop work with the same clients, notes and purchases: what is done on one is seen on the others at once.',
    how: 'All data stays on this computer, too, so work goes on without the internet. Between the computers changes travel through a PostgreSQL database, your own or a hosted one; everything in it is encrypted. The API token is not passed on: on each computer you sign in with your own.',
    make: 'Make a shared desk…',
    join: 'Join with an invitation…',
  },
  connection: {
    label: 'Connection string of the PostgreSQL database',
    help: 'For example: postgresql://shop:password@db.example.com:5432/shop',
    where:
      'No database yet? Nearly every hosting service has them (“managed PostgreSQL”), and the smallest will do. It shows the connection string in the settings of the database.',
    check: 'Check the database',
    fits: 'The database fits: {{place}}, PostgreSQL {{version}}.',
    encrypted: 'The connection is encrypted, and the server is the real one.',
    loopback:
      'The database is on this very computer. Other computers cannot find it by this address: they need one that is seen from the network.',
    taken:
      'There is a shared desk in this database already. To work on it, join with an invitation from one of its computers: what you make here will be another one, apart from it.',
    pooled:
      'The database is behind a pooler and cannot say by itself when something is new, so the app asks it every few seconds.',
  },
  make: {
    title: 'A new shared desk',
    text: 'The account “{{account}}” becomes shared: everybody you invite sees it. Your other accounts stay here alone.',
    name: 'Name of the desk',
    submit: 'Make it',
    anyway: 'Make it all the same',
    done: 'The shared desk is made.',
    after: 'The data goes to the database by itself. To work together, invite another computer.',
    later: 'Later',
  },
  invite: {
    button: 'Invite a computer…',
    title: 'An invitation for a computer',
    text: 'An invitation is an encrypted text with all that is needed to join. Send it any way you like, and tell the passphrase separately, by phone for example.',
    warning:
      'Whoever opens the invitation sees and can change everything on the shared desk. The passphrase is not kept anywhere.',
    copy: 'Copy the invitation',
    save: 'Save to a file…',
    copied:
      'The invitation is copied; paste it into a message: the clipboard is cleared in 60\u00a0s. It is valid through {{day}}.',
    saved: 'Saved: {{file}}. The invitation is valid through {{day}}.',
    after: 'On the other computer open “Settings”, “Shared desk”, “Join with an invitation”.',
  },
  join: {
    title: 'Join a shared desk',
    text: 'An invitation is made on a computer that has the shared desk already: in its settings, with “Invite a computer”.',
    invitation: 'Invitation',
    placeholder: 'Paste all of the text that was sent to you',
    file: 'Take it from a file…',
    help: 'Whoever invites you tells it. Next you see what will happen; nothing changes yet.',
    opening: 'Opening the invitation and reading the shared desk…',
    open: 'Look at the invitation',
    submit: 'Join',
  },
  preview: {
    invitedBy: 'Invited by',
    validUntil: 'Valid through',
    table: 'Clients',
    here: 'Clients on this computer alone',
    there: 'Clients on the shared desk alone',
    both: 'On both',
    all: 'Altogether afterwards',
    text: 'The account “{{account}}” joins the shared desk. A client with the same ID and key becomes one: in each field what was written later stays, and the former version of a name or a note is shown on the computer where it was written. Purchases, lists and sales of both come together. Nothing is deleted.',
    back_one: '{{count, number}} client of this computer was removed on the shared desk: it comes back for everybody.',
    back_other:
      '{{count, number}} clients of this computer were removed on the shared desk: they come back for everybody.',
    orders_one:
      'This computer’s {{count, number}} standing order joins switched off: check that the shared desk has no such order, and switch it on.',
    orders_other:
      'This computer’s {{count, number}} standing orders join switched off: check which of them the shared desk has already, and switch on the others. Orders that came from the same backup become one, as it is there.',
    whose: {
      other:
        'The token on this computer seems to belong to another reseller: for it, the service does not show the clients and the spending that the shared desk knows.',
      unproven:
        'No computer on the shared desk uses this token, and the service does not show whether it belongs to the same reseller.',
      spent:
        'Spent at the service: {{here}} with this token, {{there}} according to the last reading on the shared desk.',
      danger:
        'Two resellers must not share a desk: their clients and purchases would be mixed, and each would pay for the other’s orders from their own balance.',
      same: 'It is the same reseller: this token belongs to the same account at the service',
    },
    mine: 'Everybody on the shared desk will see the clients of this account. They cannot be taken apart again, only a backup would help: if in doubt, save one first.',
  },
  facts: {
    name: 'Desk',
    exchange: 'Exchange',
    place: 'Database',
    refresh: 'Refreshing',
    secrecy: 'Protection',
    sealed: 'Everything is encrypted on the computers: the database shows no names, addresses or passwords.',
    asOf: 'last exchange: {{moment}}',
  },
  states: {
    connecting: 'Connecting…',
    shared: 'All shared',
    offline: 'Not connected',
    stopped: 'Stopped',
    unsent_one: '{{count, number}} change waits to be sent',
    unsent_other: '{{count, number}} changes wait to be sent',
  },
  offline:
    'Work as usual: everything is kept here, and changes go out when the connection is back. Purchases want to be confirmed once more: a colleague may be buying the same.',
  tried: 'Tried just now, without success.',
  brokeOff:
    'The computer “{{computer}}” broke off while it was paying: what it bought is not known to the others. Start the app there and connect it. If it will not come back, look up in the service what was bought, and remove it. Until then, standing orders only ask, and purchases want to be confirmed.',
  elsewhere_one:
    'The desk is in another database now, and this computer has not come there yet: {{computers}}. What is bought there is not known here. Enter the new connection string there; if it will not come back, remove it below. Until then, standing orders only ask, and purchases have to be confirmed once more.',
  elsewhere_other:
    'The desk is in another database now, and these computers have not come there yet: {{computers}}. What is bought there is not known here. Enter the new connection string there; if one will not come back, remove it below. Until then, standing orders only ask, and purchases have to be confirmed once more.',
  twin: 'Two machines take part in this shared desk as one and the same computer, as when a machine is copied with everything on it. So neither of them buys by itself, and purchases want to be confirmed once more. Give this one another name in the list of computers below: with it, it becomes a computer of its own.',
  stopped: 'Until then changes neither leave this computer nor come to it; everything here is intact.',
  clock: {
    ahead:
      'This computer’s clock is {{duration}} ahead of the database server’s. Check date and time here: what is written is dated by the server meanwhile.',
    behind: 'This computer’s clock is {{duration}} behind the database server’s. Check date and time here.',
  },
  aside: {
    computer: 'the computer “{{computer}}”',
    nobody: 'a computer that is not known here',
    unknown:
      'Sent by {{who}}: changes that only a newer version of the app can read (values: {{number}}). They are kept, and are shown after an update. For a day after they came, purchases want to be confirmed.',
    unfit:
      'Sent by {{who}}: values that do not belong where they were sent (values: {{number}}). They are not used here; everything else is exchanged as usual.',
    ahead:
      'Sent by {{who}}: changes dated in the future (values: {{number}}). The clock there is wrong. They are not used until they are sent with the right time, which happens by itself once that computer is connected.',
  },
  restored:
    'The database was put back to an older state, which was noticed {{moment}}. What was missing in it was sent again: nothing is lost.',
  progress: {
    reading: 'Reading changes…',
    sending: 'Sending changes…',
    of: '{{done}} of {{total}}',
  },
  computers: {
    title: 'Computers',
    thisName: 'Name of this computer',
    nameHelp: 'The others see it by this name. For example: “Ann, laptop”.',
    this: 'this computer',
    here: 'here now',
    never: 'not seen yet',
    seen: 'last seen {{moment}}',
    remove: 'Remove…',
    removeOf: 'Remove the computer {{name}}…',
  },
  remove: {
    title: 'Remove the computer “{{name}}”?',
    text: 'It gets no more changes and can send none: the others get a new encryption key by themselves.',
    keeps: 'What is on it already stays on it: it cannot be erased from here.',
    password:
      'It knows the password of the database, too. Change it at the hosting service, then enter the new connection string on each computer that stays.',
    confirm: 'Remove',
  },
  reconnect: {
    button: 'Change the connection string…',
    title: 'A new connection string',
    text: 'For when the password of the database was changed, or it has moved. The shared desk stays the same; enter this string on the other computers, too.',
    submit: 'Connect',
    done: 'The new connection string is kept',
    lost: 'If the former database is gone, the shared desk can be made anew here: everything on this computer goes here, and the others add theirs. If it still works, do not: the computers would no longer see each other’s changes.',
    anew: 'Make it anew here',
    moved:
      'Connect to the other database. Then enter its connection string on the other computers right away: until they have come, purchases here have to be confirmed once more, and standing orders only ask.',
    moveConfirm: 'The desk has moved here',
  },
  leave: {
    button: 'Leave…',
    title: 'Leave the shared desk “{{name}}”?',
    text: 'This computer keeps everything it has, but changes neither leave it nor come to it any more.',
    others: 'The others go on working together.',
    last: 'There is no other computer on this shared desk, so nobody can invite you back. You can make a new one at any time.',
    orders: 'Standing orders are switched off here: the shared desk goes on carrying them out.',
    back: 'A new invitation brings you back.',
    unsent_one: '{{count, number}} change was not sent yet: no other computer will see it.',
    unsent_other: '{{count, number}} changes were not sent yet: no other computer will see them.',
    lost_one:
      '{{count, number}} text that was replaced by a later one was not looked at yet. It is shown again only when this computer has joined again.',
    lost_other:
      '{{count, number}} texts that were replaced by later ones were not looked at yet. They are shown again only when this computer has joined again.',
    confirm: 'Leave',
  },
  status: {
    nobody: 'Nobody else here',
    with: 'With {{names}}',
    withMany_one: 'With {{count, number}} other',
    withMany_other: 'With {{count, number}} others',
    shared: 'all shared',
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
    taken: 'The text was taken',
    gone: 'The text was discarded',
    empty: '(empty)',
    take: 'Take this text',
    letGo: 'Discard',
  },
};
