/** The codes of errors that only scripts get (docs/scripts.md). */
export const scriptCodes = {
  'script-no-command': 'There is no such command. Run “reseller-desk help” for the list.',
  'script-not-allowed':
    'The settings of Reseller Desk do not allow scripts to do this. Change Settings > Scripts if you want it.',
  'script-no-secrets':
    'The settings of Reseller Desk do not allow scripts to read links, logins and passwords. Change Settings > Scripts if you want it.',
  'script-account':
    '“{{account}}” is not the account that is open in Reseller Desk, or more than one has this name, so nothing was bought. Open it, or name it by its id.',
  'script-price': 'The service names no price, so nothing was bought.',
  'script-at-most': 'It costs {{price}} RUB, and the script pays at most {{atMost}} RUB, so nothing was bought.',
  'script-open':
    'The outcome of an earlier purchase of the same is not known, so nothing was bought. Settle it in Purchases first.',
  'script-refused-lately':
    'The service refused the same a few minutes ago and may show a charge late, so nothing was bought. Try again in a quarter of an hour.',
  'script-doubt':
    'An earlier purchase of the same was probably not charged, which is not certain, so nothing was bought. Look at it in Purchases. If you know that it was not charged, mark it so there, or buy the same in the window.',
  'script-unguarded':
    'The shared desk cannot be reached, so a colleague may be buying the same. Nothing was bought. Try again when it is connected.',
  'script-copy':
    'This desk may be a copy or may belong to another account, so nothing is bought automatically. Buy it in the window, or settle the question there.',
  'script-cap':
    'It costs {{price}} RUB. Scripts have spent {{spent}} RUB of {{cap}} RUB today, so nothing was bought. Raise the limit in Settings > Scripts if you want it.',
  'script-name-used':
    'The name “{{name}}” belongs to another purchase, so nothing was bought. Give this purchase a name of its own.',
  'script-paused': 'Everything is paused in Reseller Desk, so nothing was bought. Resume it first.',
  'script-clock': 'The clock of this computer is wrong, so nothing was bought. Set it right first.',
  'script-no-purchase': 'In the open account, no script on this computer has made a purchase with this name.',
  'script-no-proxy': 'One of these ids belongs to no proxy of the open account, so nothing was bought.',
  'script-path': 'The path of the data folder is too long for a socket.',
};

export const scripts = {
  title: 'Scripts',
  access: {
    label: 'What scripts may do',
    help: 'The command “reseller-desk” and assistants (MCP) of your user on this computer. Nobody else can reach it. Each choice includes the ones before it.',
    off: 'Nothing',
    read: 'Read',
    change: 'Change',
    buy: 'Buy',
  },
  secrets: {
    label: 'Links, logins and passwords',
    help: 'Scripts may also read what your clients connect with.',
  },
  cap: {
    label: 'Spend at most, ₽ a day',
    help: 'From each account, from midnight on. Purchases whose outcome is unknown count too. Spent today: {{spent}}.',
  },
  commands: {
    label: 'Commands',
    help: 'Type “reseller-desk help” in a terminal, or add “reseller-desk mcp” to an assistant.',
    open: 'Ready',
    closed: 'Not reachable',
    path: 'The path of the data folder is too long for a socket. Use a shorter folder.',
    failed: 'The system refused it. Close other programs that use the data folder, and switch it on again.',
  },
  noDesk: 'No running Reseller Desk accepts scripts. Start it, and allow scripts in Settings > Scripts.',
  deskGone:
    'Reseller Desk ended before it answered. If you were buying, the outcome is not known: start it again and run “reseller-desk purchase NAME”.',
  mayBeSent: 'The request may have been sent. Do not buy it again under another name: look at Purchases.',
  outcomeUnknown:
    'The request was sent, and its outcome or its goods are not known yet. Do not buy it again under another name: look at Purchases.',
  notAsOrdered:
    'It was charged, and the service names other goods than those that were ordered, or fewer: look at Purchases.',
};
