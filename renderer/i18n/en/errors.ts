export const errors = {
  title: 'That did not work',
  retry: 'Try again',
  copyDetails: 'Copy details',
  copied: 'Copied',
  serviceSaid: 'The service said: “{{message}}”.',
  rateLimitedFor: 'The service asks for fewer requests. Try again in {{seconds}} s; the app has slowed down by itself.',
  screenFailed: 'This screen could not be shown',
  screenFailedText:
    'The rest of the app keeps working and nothing was lost. Show the screen again; if it fails once more, send the details to support.',
  showAgain: 'Show again',
  kinds: {
    offline:
      'There is no connection to the service, so nothing was sent. Check the network; what was read before stays readable.',
    timeout: 'The service did not answer in time. Try again in a moment.',
    unauthorized: 'The service does not accept the API token. Sign in again with a valid token.',
    forbidden: 'The service does not allow this with your token. Ask the service which rights the token has.',
    'rate-limited': 'The service asks for fewer requests. The app has slowed down; try again in a minute.',
    rejected: 'The service refused the request.',
    server: 'The service has a fault of its own (status {{status}}). Try again later; your data here is safe.',
    malformed:
      'The answer is not one this API gives. Check the base URL, or send the details to the service’s support.',
    'outcome-unknown':
      'The request was sent, but no definite answer came back. Do not repeat the purchase: look at Purchases first.',
    'invalid-input': 'Something in the form is not right. Check the marked fields.',
    'not-found': 'It is not here any more. It may have been removed.',
    conflict: 'It exists already, or its state does not allow this.',
    'price-changed': 'The price has changed and nothing was bought. Look at the new price and confirm again.',
    'insufficient-balance':
      'The balance does not cover the price, and nothing was bought. Top up the account with the service, then refresh the balance.',
    'signed-out': 'You are signed out. Sign in to reach the service; what was read before stays readable.',
    keychain: 'The system keychain cannot be used, so the token is kept only until the app closes.',
    file: 'The file could not be read or written. Choose another place and try again.',
    storage: 'The local database could not be read or written. Check the free space on the disk and restart the app.',
    cancelled: 'Cancelled.',
    internal: 'Something in the app went wrong. Try again; if it repeats, send the details to support.',
  },
  codes: {
    contract: 'The app and its window do not understand each other. Restart the app.',
    'unknown-request': 'The app and its window do not understand each other. Restart the app.',
  },
};
