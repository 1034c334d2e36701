export const handover = {
  leftOut_one:
    '{{count}} dedicated proxy is left out: its data cannot be written as one line. Open it under Dedicated.',
  leftOut_other:
    '{{count}} dedicated proxies are left out: their data cannot be written as one line each. Open them under Dedicated.',
  title: 'Hand over',
  queue: {
    open: 'Hand over one by one…',
    title: 'Hand over one by one',
    position: '{{number, number}} of {{total, number}}',
    skip: 'Skip',
    next: 'Next client',
    finish: 'Finish',
    done: 'Handed over',
    list: 'All clients of the queue',
    nothing_one: '{{count, number}} client has nothing to hand over and is left out.',
    nothing_other: '{{count, number}} clients have nothing to hand over and are left out.',
    gone: 'The client “{{client}}” was removed. Skip this one.',
    over: 'Nobody is left in this queue',
    cancelled: 'This queue was ended',
    result:
      'Handed over: {{done, number}}. Skipped: {{skipped, number}}. With nothing to hand over: {{nothing, number}}.',
    toClients: 'To the clients',
    resume: 'Continue',
    skippedAgain_one: 'Bring {{count, number}} skipped client back',
    skippedAgain_other: 'Bring {{count, number}} skipped clients back',
    end: 'End the queue',
    waits_one: '{{count, number}} client waits. You can continue at any time.',
    waits_other: '{{count, number}} clients wait. You can continue at any time.',
    grid: 'Clients of the queue',
    savePages_one: 'Save the page of {{count, number}} client…',
    savePages_other: 'Save the pages of {{count, number}} clients…',
    savePagesHelp: 'One page for a phone per client who waits, in a folder of your choice. No file is replaced.',
    savingPages: 'Pages are being saved… {{done, number}} of {{total, number}}',
    stopPages: 'Stop',
    pagesSaved_one: '{{count, number}} page saved to “{{folder}}”.',
    pagesSaved_other: '{{count, number}} pages saved to “{{folder}}”.',
    pagesStopped: 'Stopped. The clients without a page wait in the queue.',
    gaps_one: '{{count, number}} client has no page, or not everything on it:',
    gaps_other: '{{count, number}} clients have no page, or not everything on it:',
    gap: '{{number, number}}. {{client}}: {{why}}',
    gapsMore_one: '{{count, number}} more',
    gapsMore_other: '{{count, number}} more',
    gapWhy: {
      nothing: 'no running VPN subscription with a link, no list, no dedicated proxy',
      removed: 'the client was removed',
      unavailable: 'the goods have changed; open the client in the queue',
      proxies_one: 'the page lacks {{count, number}} proxy that does not form one readable line',
      proxies_other: 'the page lacks {{count, number}} proxies that do not form one readable line each',
    },
    leftOut: 'Left out',
    subscription: 'Subscription',
    states: {
      waiting: 'Waits',
      done: 'Handed over',
      skipped: 'Skipped',
      nothing: 'Nothing to hand over',
      removed: 'Removed',
    },
  },
  titleFor: 'Hand over to {{client}}',
  back: 'Back to the client',
  noClient: 'Choose a client to hand over to',
  noClientText: 'Open a client and press “Hand over…” to prepare the message, the link with its QR code and the lists.',
  goods: 'What is handed over',
  nothing:
    'There is nothing to hand over yet: no VPN subscription with a link, no list, no dedicated proxy. You can still send the message.',
  unread:
    'The VPN subscriptions of this client have not been loaded yet, so it is not known whether there are any. They are loaded as soon as the service can be reached.',
  subscription: 'VPN subscription {{id}}',
  ends: 'ends',
  ended: 'ended',
  lines_one: '{{count, number}} line',
  lines_other: '{{count, number}} lines',
  dedicated_one: '{{count, number}} dedicated proxy',
  dedicated_other: '{{count, number}} dedicated proxies',
  template: 'Message',
  language: 'Language of the message',
  languages: { ru: 'Russian', en: 'English' },
  occasion: 'Occasion',
  occasions: {
    'new-goods': 'New goods',
    ending: 'Ends soon',
    ended: 'Ended',
    debt: 'Debt',
    'low-traffic': 'Traffic runs low',
  },
  due: 'Suggested by what is known of this client',
  help: 'Your changes apply to all clients. A paragraph or line whose fields are all empty is left out, so one text works for everyone.',
  fields: 'Fields that are filled in',
  fieldHelp: {
    name: 'the client’s name',
    key: 'the client’s key',
    link: 'subscription link',
    expires: 'when the VPN ends',
    days: 'days left of the VPN',
    limit: 'traffic limit of the VPN',
    number: 'number of the subscription, if there are several',
    apps: 'one-tap links of the chosen apps',
    proxies: 'up to 20 lines, else the file',
    checked_at: 'when the proxies were checked; empty unless all were',
    traffic: 'GB left in the pools',
    low_traffic: 'GB left in the pools that run low',
    date: 'today',
    plan: 'the client’s plan',
    price: 'price of these items',
    paid_until: 'end of the period the client has paid for',
    debt: 'what the client owes',
  },
  appFieldHelp: 'opens {{app}}',
  appFields: 'Links of single apps',
  repeat: 'Repeat for each subscription',
  repeatHelp: 'Everything between {each} and {/each} appears once for each VPN subscription.',
  emptyField: 'No value for this client yet',
  emptyHere_one: 'No value for this client: {{fields}}. Its line is left out, or says “not known”.',
  emptyHere_other: 'No values for this client: {{fields}}. Their lines are left out, or say “not known”.',
  unknown: 'Line {{line}}: {{text}} is not a field and stays as typed.',
  unknownMeant: 'Line {{line}}: {{text}} is not a field and stays as typed. Did you mean {{meant}}?',
  unpaired: 'Line {{line}}: {{text}} has no other end, so nothing is repeated.',
  apps: 'One-tap links',
  appsHelp:
    'Each link opens its app and adds the subscription. Telegram shows such links as plain text: send the page as well, whose buttons open the apps.',
  appsUnused: 'Put {apps} into the message to use them.',
  reset: 'Restore the original text',
  wasReset: 'The original text is back',
  preview: 'What the client gets',
  reveal: 'Show links and passwords',
  hide: 'Hide links and passwords',
  emptyMessage: 'The message is empty.',
  folder: 'In the folder',
  copy: 'Copy message',
  save: 'Save to a folder…',
  savePage: 'Save page…',
  savePageHelp: 'A page for a phone: QR code, buttons of the apps, and what to do',
  pageSaved: 'Page saved: {{file}}',
  copied: 'Message copied; cleared from the clipboard in 60 s',
  saved: 'Saved: {{folder}}',
  showFolder: 'Show',
  /** The page that a client gets as a file. */
  page: {
    title: 'Your access',
    vpn: 'Your VPN',
    vpnNumber: 'VPN {{number}}',
    until: 'Valid until {{expires}} ({{days}}).',
    endUnknown: 'It is not known until when it is valid. Please ask.',
    limit: 'Traffic: {{limit}}.',
    qr: 'QR code of the link',
    link: 'Link of the subscription',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Press and hold the text to copy it',
    openIn: 'Open in {{app}}',
    guide: 'What to do',
    systems: { android: 'Android', ios: 'iPhone and iPad', windows: 'Windows', macos: 'Mac', linux: 'Linux' },
    stores: { google: 'Google Play', apple: 'the App Store', site: 'the app’s own website' },
    steps: {
      install: 'Install {{apps}} from {{store}}.',
      add: 'Open this page on that device and press the button with the name of the app. The app adds the subscription.',
      otherwise:
        'If nothing opens, press “Copy” and add the link from the clipboard in the app, or scan the QR code with it.',
      turnOn: 'Turn the connection on, and allow it when the device asks.',
    },
    proxies: 'Your proxies',
    keep: 'Keep this page to yourself: whoever has it can use what you paid for.',
  },
  message: {
    /** The defaults, used until the reseller writes others. */
    templates: {
      'new-goods': `Hello, {name}!

Your VPN. Open the link on your device, or scan the QR code:
{each}
VPN {number}
{link}
Valid until {expires} ({days}).
Traffic: {limit}.

{/each}

Your proxies:
{proxies}
Checked {checked_at}.

Traffic left: {traffic}.

Please keep this message to yourself: whoever has it can use what you paid for.`,
      ending: `Hello, {name}!

{each}
Your VPN {number} ends on {expires} ({days}).
{/each}

To renew it, just reply to this message.

Price as last time: {price}.`,
      ended: `Hello, {name}!

{each}
Your VPN {number} ended on {expires}.
{/each}

To go on, just reply to this message.

Price as last time: {price}.`,
      debt: `Hello, {name}!

You still owe {debt}.

If you have paid already, please tell me when, so that I can find the payment.`,
      'low-traffic': `Hello, {name}!

Your traffic runs low. Left: {low_traffic}.

To top it up, just reply to this message.`,
    },
    /** Stands for a value in a line that has other values. */
    unknown: 'not known',
    /** The names of pools of proxies. */
    pools: {
      residential: 'residential',
      datacenter: 'datacenter',
      mobile: 'mobile',
      residential_premium: 'residential premium',
    },
    pool: '{{pool}} {{gb}} GB',
    daysLeft_one: '{{count, number}} day left',
    daysLeft_other: '{{count, number}} days left',
    endsToday: 'ends today',
    hasEnded: 'ended',
    unlimited: 'unlimited',
    inFile_one: '{{count, number}} proxy in the file {{file}}',
    inFile_other: '{{count, number}} proxies in the file {{file}}',
  },
} as const;
