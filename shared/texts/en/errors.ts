import { scriptCodes } from './scripts.ts';
import { sharedDeskCodes } from './shared-desk.ts';
import { telegramCodes } from './telegram.ts';

export const errors = {
  retry: 'Try again',
  copyDetails: 'Copy details',
  inFile: '“{{fileName}}”: {{text}}',
  noField: '{{text}} This form has no field for it (“{{field}}”).',
  notRead: 'Part of what this window shows could not be loaded. {{text}}',
  serviceSaid: 'The service said: “{{message}}”.',
  rateLimitedFor: 'The service asks for fewer requests. Try again in {{seconds}} s; the app has slowed down already.',
  screenFailed: 'This screen could not be shown',
  screenFailedText:
    'The rest of the app keeps working and nothing was lost. Show the screen again; if it fails once more, send the details to support.',
  showAgain: 'Show again',
  kinds: {
    offline: 'There is no connection to the service. Check the network; what was loaded before stays available.',
    timeout: 'The service did not answer in time. Try again in a moment.',
    unauthorized: 'The service does not accept the API token. Sign in again with a valid token.',
    forbidden: 'The service does not allow this with your token. Ask the service which rights the token has.',
    'rate-limited': 'The service asks for fewer requests. The app has slowed down; try again in a minute.',
    rejected: 'The service refused the request.',
    server: 'The service had an internal error (status {{status}}). Try again later; your data here is safe.',
    malformed:
      'This does not look like an answer of the service’s API. Check the service address, or send the details to its support.',
    'outcome-unknown':
      'The request was sent, but no clear answer came back. Do not repeat the purchase: check Purchases first.',
    'invalid-input': 'Something in the form is not right. Check the marked fields.',
    'not-found': 'This is no longer here. It may have been removed.',
    conflict: 'It already exists, or its state does not allow this.',
    'price-changed': 'The price has changed and nothing was bought. Check the new price and confirm again.',
    'target-changed':
      'What you are paying for has changed in the meantime, so nothing was sent. Check it and confirm again.',
    'target-open':
      'The outcome of an earlier purchase of the same thing is still unknown, so nothing was sent. Check Purchases first.',
    'insufficient-balance':
      'The balance does not cover the price, and nothing was bought. Top up the account with the service, then refresh the balance.',
    'signed-out': 'You are signed out. Sign in to connect to the service; what was loaded before stays available.',
    keychain: 'The system keychain cannot be used, so the token is kept only until the app closes.',
    file: 'The file could not be read or written. Choose another place and try again.',
    storage: 'The local database could not be read or written. Check the free space on the disk and restart the app.',
    'shared-desk':
      'Something is wrong with the shared desk. Try again; if it happens again, send the details to support.',
    cancelled: 'Cancelled.',
    internal: 'Something in the app went wrong. Try again; if it repeats, send the details to support.',
  },
  codes: {
    ...sharedDeskCodes,
    ...scriptCodes,
    ...telegramCodes,
    contract: 'The app and its window are out of step. Restart the app.',
    'unknown-request': 'The app and its window are out of step. Restart the app.',
    'no-proxy-password':
      'The service’s answer contains no readable password for this proxy. Look at the answer itself.',
    'dedicated-proxy': 'This proxy is no longer in the list.',
    standing: 'This standing order no longer exists.',
    'standing-many':
      'There are already {{max}} standing orders, which is the maximum. Delete one, or add clients to another.',
    'standing-nothing-due': 'Nothing is due for this order now.',
    'standing-conditions':
      'Nothing to pay for: the order waits until its clients have paid, or has paid for everything as often as it may.',
    'standing-in-run':
      'Everything due for this order is already in another bulk purchase. Continue it in Activity, or stop it for good.',
    'standing-unreadable': 'The terms of this order cannot be read. Edit the order and save them again.',
    'standing-cap': 'The order has used up its limit for this month. Raise it to buy now.',
    'proxies-reassigned':
      'Not all of these proxies belong to this client any more, so nothing was sent. Close the dialog and select them again.',
    'proxies-unlistable':
      'The data of these proxies contains line breaks or other control characters, so it cannot be written as lines. Ask the service for new credentials.',
    'same-protocol': 'All of them already use this protocol.',
    'no-service-ids': 'The ids of these proxies could not be read, so the service cannot be asked to switch them.',
    dns: 'No such address was found on the internet. Check that the internet works and that the service address has no typo.',
    refused: 'The server refuses the connection. Check the service address and its port, or try again later.',
    'no-network': 'This computer has no network. Check the connection; what was loaded before stays available.',
    certificate: 'The server’s certificate is not trusted. Check the service address and this computer’s clock.',
    proxy: 'The proxy set up in this system cannot be used. Check the system’s network settings.',
    'connect-timeout':
      'The server does not answer. Check that the internet works and that the service address is right, or try again later.',
    unreachable:
      'The server cannot be reached. Check that the internet works and that the service address is right, or try again later.',
    reset: 'The connection was broken. Try again.',
    'timed-out': 'The service did not answer in time. Try again in a moment.',
    redirected:
      'The service redirects to another address, and the token must not be sent there. Sign in again with that address.',
    'not-http': 'The server at this address is not a web server. Check the service address and its port.',
    tls: 'A secure (https) connection to this address cannot be made. Check the service address and its port.',
    'not-this-api': 'Another site answers at this address, not the service’s API. Check the service address.',
    html: 'The service answered with a web page instead of data. Try again later, or check the service address.',
    'not-json':
      'The service answered with something other than data. Try again later, or send the details to its support.',
    empty: 'The service’s answer is empty. Try again; if it repeats, send the details to its support.',
    'unexpected-shape': 'The service’s answer is missing something (“{{field}}”). Send the details to its support.',
    'price-not-positive':
      'The service quoted a price of zero or less, so nothing can be bought at it. Send the details to its support.',
    'quote-not-as-ordered':
      'The service quoted a price for something else ({{answered}} instead of {{ordered}}), so nothing can be bought at it.',
    amount: 'An amount in the service’s answer makes no sense. Send the details to its support.',
    'too-large': 'The service’s answer is too large to be right. Send the details to its support.',
    'token-characters': 'The token contains characters a token cannot have. Sign in again with a valid token.',
    'no-account': 'This account no longer exists. Choose another one.',
    'no-token':
      'There is no token for this account. Sign in to connect to the service; what was loaded before stays available.',
    'token-other-address':
      'The token in the keychain was saved for another address, so it was not sent. Check the address of the account and sign in again.',
    'address-not-https':
      'The address of this account does not start with https, so the token was not sent. Sign in again with the service’s https address.',
    'sandbox-has-token': 'The sandbox needs no token. Sign in to another account instead.',
    'charge-in-flight': 'A purchase is under way. Wait until it finishes.',
    client: 'This client is no longer here. It may have been removed.',
    'client-exists': 'A client with this messenger ID and key already exists: {{name}}.',
    'client-exists-archived':
      'A client with this messenger ID and key is in the archive: {{name}}. Restore it instead.',
    'client-exists-in-trash':
      'This messenger ID and key belong to a client in the trash: {{name}}. Restore that client from the trash (Activity) instead of changing this one.',
    'client-exists-removed':
      'This messenger ID and key belong to a removed client: {{name}}. Add that client again instead of changing this one.',
    'client-pair-fixed':
      'Something was already bought or generated for this client, so the messenger ID and key can no longer be changed. Add a new client instead.',
    'client-changed':
      'The messenger ID or key of this client was changed meanwhile. The service answered about the former client, so nothing was kept. Try again.',
    'import-closed': 'This import is no longer open. Open the file again.',
    'import-lines-gone':
      'The lines with problems of this import are no longer kept. Import the file again to see them.',
    'import-columns': 'Choose the columns that hold the messenger ID and the client key.',
    'import-partial':
      'The import stopped half-way. Clients imported so far are kept; import the file again to continue.',
    'csv-empty': 'The file is empty.',
    'csv-is-workbook': 'This is an Excel workbook. Save it as CSV and open that file.',
    'workbook-old':
      'This workbook has the old Excel format (.xls). Open it in a spreadsheet and save it as .xlsx or CSV.',
    'workbook-open-document':
      'This is an OpenDocument file (.ods). Open it in a spreadsheet and save it as .xlsx or CSV.',
    'workbook-binary': 'This is a binary Excel workbook (.xlsb). Open it in Excel and save it as .xlsx or CSV.',
    'workbook-numbers': 'This is a Numbers document. Export it from Numbers as an Excel workbook (.xlsx) or CSV.',
    'workbook-web-page':
      'This is a web page or an XML table, whatever its name ends with. Open it in a spreadsheet and save it as .xlsx or CSV.',
    'workbook-other-archive':
      'This is an archive or a document of another program, and contains no table to read. Unpack it, or save the table as .xlsx or CSV.',
    'workbook-password':
      'This workbook is protected with a password. Open it in Excel, remove the password and save it again.',
    'workbook-broken':
      'This workbook is damaged. Open it in a spreadsheet, which may repair it, and save it again as .xlsx or CSV.',
    'workbook-empty': 'This workbook has no filled cells.',
    'workbook-too-big':
      'The tables in this workbook are too big to be read. Save the sheet with the clients as a file of its own, or as CSV.',
    'workbook-too-wide':
      'Row {{row, number}} of the sheet has a filled cell beyond column {{max, number}}. Delete what stands to the right of the table.',
    'csv-not-text': 'This is not a readable text file.',
    'json-damaged': 'This JSON file is damaged or incomplete. Export it again.',
    'json-too-big':
      'This JSON file nests too deeply or contains too much for an import. Export only the clients, or in several parts.',
    'json-no-list':
      'This JSON file contains no list to import. Export the list of users from the panel, or save a table as CSV or .xlsx.',
    'csv-too-big': 'The file is too big: {{megabytes}} MB; the maximum is {{max}} MB. Split it.',
    'csv-too-many-lines': 'The file has too many lines. Split it.',
    'is-a-folder': 'There is a folder with that name. Choose another file name.',
    'no-such-file': 'The file no longer exists: it was moved, renamed or deleted. Choose it again.',
    'no-read-permission':
      'You have no permission to read this file. Copy it to a folder of your own and choose the copy.',
    'not-a-file': 'This is a folder. Choose a file in it.',
    'disk-full':
      'The disk is full. Free some space or choose another disk; the list is safe in the app, and no partial file was left.',
    'database-in-use':
      'Another program, such as a virus scanner, is using the app’s data. Wait until it has finished and try again.',
    'data-folder-not-writable':
      'The app cannot write to its data folder, so it could not save this: the disk or the folder is read-only, or you have no permission to write there. Allow writing and try again; if the disk has switched to read-only, check it for faults and restart the app.',
    'database-full':
      'The disk with the app’s data is full, so the app could not save this. Free some space on it and try again.',
    'file-too-big': 'The disk cannot hold a file of this size. Choose another disk.',
    'no-permission': 'You have no permission to write there. Choose another folder.',
    'read-only': 'That disk is read-only. Choose another one.',
    'folder-missing': 'That folder no longer exists. Choose another one.',
    'name-not-plain':
      'This cannot be the name of a file. Choose another folder for the files, so that they get new names.',
    'name-too-long': 'The file name is too long. Shorten it.',
    'file-in-use': 'Another program is using the file. Close it there and try again.',
    'disk-fault': 'The disk reports a fault. Choose another disk.',
    'file-fault': 'The file could not be used ({{errno}}). Choose another place and try again.',
    'ledger-file-missing': 'The file no longer exists. Export the purchases again.',
    'file-missing': 'The file no longer exists: it was moved or deleted. Save the list again.',
    'read-back-differs': 'The file does not hold what was written to it. The disk may be faulty; save to another one.',
    interrupted: 'The app was closed before this finished. Everything received is kept.',
    run: 'This job no longer exists.',
    'run-over': 'This job has finished. Start a new one.',
    'file-exists': 'There is a file of that name. Choose another name.',
    'pages-running': 'The pages of this queue are being saved. Wait until that is done, or stop it.',
    schedule: 'This scheduled list is no longer here. It may have been removed.',
    'schedule-running': 'This list is already being made.',
    'schedule-folder': 'Choose the folder for its files first.',
    'schedule-no-clients': 'There are no clients to make the list for: they are removed or archived. Choose others.',
    'schedule-many-clients': 'It is for more than {{max}} clients. Split it.',
    'schedule-layout-removed': 'Its layout was removed. Edit the scheduled list and choose another one.',
    'schedule-layout-changed': 'Its layout was changed. Edit the scheduled list and choose the layout again.',
    'schedules-full': 'There are already {{max}} scheduled lists, which is the maximum. Remove one first.',
    list: 'This list is no longer here. It may have been removed.',
    export: 'This export no longer exists.',
    layout: 'This layout is no longer here.',
    'saved-filter': 'This filter is no longer here.',
    preset: 'This preset is no longer here.',
    'list-running': 'The list is still growing. Wait until it is complete, or stop it.',
    'list-arriving': 'The list is on its way from another computer. Wait until all its lines are here.',
    'no-lines': 'There are no lines in this form. Choose host names or addresses instead.',
    'format-ambiguous':
      'A line can be read in more than one way, so it is not converted. Save the list in its own format.',
    'format-no-credentials':
      'The lines have no login and password, so they cannot be converted to format {{formatId}}. Generate a list in that format.',
    'format-other-access':
      'Lines without a login are generated separately, as format 3: they work by the whitelist. Generate a list in that format.',
    'too-many-filters': 'At most {{max}} filters can be saved. Remove one first.',
    'too-many-to-copy': 'Too many lines for the clipboard: {{count}}, {{max}} at most. Save them to a file.',
    'no-password': 'This client has no password yet. Reset it, and the service will create one.',
    'no-links': 'This run has brought no link yet. Refresh its clients, then try again.',
    'handover-nobody': 'This run has bought nothing that could be handed over.',
    'whitelist-too-many-lines': 'That is too many changes for one job. Select fewer clients or type fewer addresses.',
    'whitelist-not-added': 'The service did not add the address. Check whether it is on the list already.',
    'whitelist-not-removed': 'The service did not remove the address. Refresh the whitelist.',
    'whitelist-unknown':
      'The service did not say whether it changed the whitelist, and the whitelist could not be read. Refresh it to see.',
    'password-not-reset': 'The service did not set a new password: the client still has the same one. Try again.',
    'password-reset-unknown':
      'The service did not say whether it set a new password. Read the password and compare it with the one that the client has.',
    'changed-in-part':
      'The disk failed half-way: some of them were changed and the rest were not. Free some disk space, then do it again.',
    'answer-not-stored':
      'The purchase was sent and answered, but the answer could not be written to the disk yet. Keep the app open and free some disk space; do not buy again.',
    'intent-not-stored':
      'The purchase could not be written to the disk, so nothing was sent. Free some disk space and try again.',
    'list-file-forgotten': 'Another file has been chosen since then. Choose this one again.',
    'check-running': 'This list is already being checked.',
    'check-too-many': 'The list has {{count, number}} lines; {{max, number}} can be checked at a time.',
    'checked-lists-many':
      'At most {{max, number}} lists are checked on the schedule. Take one off on the Proxy checks tab first.',
    'checked-lines-many':
      'The lists on the schedule would have {{count, number}} lines; one round checks at most {{max, number}}. Take a list off on the Proxy checks tab, or choose a shorter one.',
    'checked-client-removed': 'The client of this list was removed, so the schedule would not check it.',
    'check-none-work': 'None of these proxies work, so no list can be made.',
    'check-no-sockets': 'This computer has run out of connections. Check fewer proxies at once.',
    'list-too-long': 'The file has {{count, number}} lines; the maximum is {{max, number}}. Split it.',
    'list-line-too-long':
      'Line {{line, number}} has more than {{max, number}} characters: that is not a proxy. Open another file.',
    'proxies-none': 'The text contains no lines. Paste a list of proxies or open another file.',
    'list-no-proxies':
      'No line of the file is a proxy. A line is, for example, host:port:login:password, login:password@host:port or host:port.',
    'run-running': 'This is already under way.',
    'run-nothing-left': 'Nothing is left to do here.',
    'run-no-place': 'These lists are kept in the app only.',
    'run-failures': 'The service failed several times in a row. Everything received is kept; resume later.',
    'run-other-running': 'Another bulk purchase is under way. Wait for it, or pause it.',
    'run-open-outcome': 'The outcome of one purchase is unknown. Check it, or continue without it.',
    'run-plan-changed': 'The plan has changed in the meantime. Check it again.',
    'run-not-startable': 'This bulk purchase is already under way or finished.',
    'run-unknown': 'Stopped: the outcome of one purchase is unknown. Nothing is sent until it is settled.',
    'run-cap': 'Stopped: the next purchase would exceed the spending cap.',
    'run-rests':
      'Instead of charging, the service answered “too many requests”. It may have charged all the same: its spending total gets 15 minutes to show it. Resume after that.',
    'run-not-as-ordered':
      'Several purchases in a row went wrong. The last one was charged, but the service’s answer does not match the order: open it before you continue.',
    'run-rejections': 'Several purchases in a row went wrong. The service refused the last one.',
    'clock-wrong':
      'This computer’s clock and the service’s are more than 18 hours apart, so nothing is bought automatically. Correct the date and time; buying then continues automatically.',
    'offer-used': 'This price is no longer valid. Ask for the price again.',
    'rights-sales-hidden': 'This computer shows nothing about selling. The computer “{{by}}” has set that.',
    'rights-no-buying':
      'This computer may not buy. The computer “{{by}}” has set that; ask there, or buy on another computer.',
    'rights-cap':
      'This would exceed what this computer may spend today: {{spent}} ₽ of {{cap}} ₽ are used. The computer “{{by}}” has set that.',
    'rights-clock':
      'This computer’s clock and the service’s are more than 18 hours apart, so the sum of the day is not known and nothing was bought. Correct the date and time. The computer “{{by}}” has limited the sum.',
    'rights-no-orders':
      'The purchases of this computer are limited, so it cannot let a standing order pay automatically; the order may ask. The computer “{{by}}” has set that.',
    'rights-not-yours':
      'The rights of this computer are set on another one, and a limited computer cannot set those of others.',
    'rights-computer-gone': 'This computer no longer belongs to the shared desk.',
    payment: 'This payment is no longer here.',
    'seller-missing':
      'Your details are missing. Enter them in Settings > Sales: they stand on every receipt and invoice.',
    'report-busy': 'A report is being written right now. Try again in a moment.',
    'report-file-missing': 'The file no longer exists: it was moved or deleted.',
    'print-failed': 'The document could not be made, so nothing was saved. Restart the app and try again.',
    'no-receipt': 'No money was received here, so there is no receipt for it.',
    'nothing-owed': 'The client owes nothing, so there is no invoice.',
    'sale-not-charged': 'Only a purchase that was charged can be sold. Find out the outcome of this purchase first.',
    'sale-paid': 'The client has already paid for this purchase.',
    purchase: 'There is no such purchase here.',
    'token-of-other-books':
      'The service’s data for this token does not continue what is known of this account, so nothing was changed. Add it as another account, or confirm that it is the same one.',
    'settle-elsewhere':
      'This purchase was made on another computer. Mark it there: the mark will appear here automatically.',
    'goods-not-missing': 'The proxies of this purchase are here already. See Dedicated.',
    'settle-not-open':
      'Only a purchase that got no clear answer can be marked by hand, and this is not one of them. Its details show what happened to it.',
    'settle-too-early':
      'The service may still carry out this purchase. Wait {{wait}} s; the outcome may become known without you.',
    'delete-target-open':
      'The outcome of purchase no. {{purchaseId}} for this subscription is still unknown, so the subscription was not deleted. Check Purchases first.',
    'settle-same': 'It is already marked this way. Choose the other outcome to change it.',
    'start-at-login':
      'The system did not accept this: its folder for programs that start at sign-in cannot be written.',
    'no-backup': 'This backup no longer exists.',
    'database-broken':
      'The database on this computer is damaged, so no copy of it can be made. Restart the app: it will offer the newest good copy.',
    'folder-gone': 'The folder no longer exists. It may have been moved or deleted.',
    'backup-newer':
      'This backup was made by a newer version of the app, which this one cannot read. Update the app, then restore it.',
    'backup-unknown': 'This file is not a backup of Reseller Desk. Choose a file that ends in .rdbackup.',
    'backup-format-newer':
      'This backup is in a newer format than this version of the app can read. Update the app, then restore it.',
    'backup-damaged':
      'The backup file is damaged: something in it was changed after it was written. Copy it again from where it was saved, or use another backup.',
    'backup-cut-short':
      'The backup file is not complete: its end is missing. Copy it again from where it was saved, or use another backup.',
    'backup-wrong-passphrase':
      'The passphrase is not the one this backup was made with. Check the keyboard layout and Caps Lock, and type it again.',
    'backup-busy': 'Another backup is being saved or opened. Wait for it to end, or cancel it.',
    'no-backup-chosen': 'No backup file is chosen. Choose one first.',
    'no-offer': 'This backup is no longer open. Choose it again.',
    'backup-too-large':
      'This backup would unpack to far more than the app’s data ever takes up, so it was not used. Restore only a backup that you saved yourself.',
    'backup-foreign':
      'This file is not built the way this app builds its backups, so it was not used. Somebody may have tampered with it: restore only a backup that you saved yourself.',
    'backup-check-slow':
      'Checking this backup took too long, so it was not used. Close other programs and try again, or use another backup.',
    'backup-broken': 'This backup is broken and was not used. Choose another one.',
    'core-stopped':
      'Part of the app has stopped, so it is not known whether this was done. Check the current state before you try again.',
    'data-folder-in-use': 'The app is already running with this data. Switch to its window.',
    'newer-version': 'The data was written by a newer version of the app. Install that version.',
    'earlier-desk-altered':
      'The data was made by a version before the first release, and its tables were changed since, so it was not converted. Nothing was changed. Restore a backup, or ask the support.',
    'no-layout-lines': 'No proxy fits this layout. Choose another one.',
    'no-proxy-lines': 'None of these proxies can be written in this format. Choose another format.',
    'raw-answer': 'The service’s answer to this purchase was not kept.',
    'protocol-refused':
      'The service refused the change of protocol; perhaps some of these proxies already use it. Choose only those that need it.',
    'vpn-not-deleted': 'The service still has this subscription. Refresh, and try again.',
    'vpn-delete-unknown':
      'The service did not say whether it deleted the subscription, and the list could not be read. Refresh it to see.',
    'link-too-long': 'The link is too long for a QR code. Copy it instead.',
    'no-chat': 'This client is a group, and the app cannot open the chat of a group.',
    'no-messenger': 'No program on this computer opens chats in Telegram.',
    'no-link': 'The service gave no link for this subscription. Refresh the client.',
    'link-not-https': 'Only https links are opened in the browser. Copy the link instead.',
    'subscription-not-there':
      'The service no longer has this subscription, so nothing was sent. Refresh the client, and buy a new one.',
    'store-dns':
      'There is no database server by that name. Check that the internet works and that the connection string has no typo.',
    'store-refused':
      'The database server does not accept the connection. Check the address and the port, and whether the server is running.',
    'store-timeout':
      'The database server does not answer. Check the address and the port, and whether it lets your internet address in.',
    'store-broken': 'The connection to the database was interrupted. Try again.',
    'store-starting': 'The database server is just starting or stopping. Try again in a minute.',
    'store-full': 'The database server has no free connection. Try again later, or raise its limit of connections.',
    'store-busy': 'The database is busy with something else. Try again in a minute.',
    'store-no-tls': 'The database server has no encryption (TLS), so nothing is sent to it. Turn it on there.',
    'store-certificate':
      'The certificate of the database server cannot be trusted. If your host has a certificate of its own, add it to the connection string as sslrootcert.',
    'store-certificate-name':
      'The certificate of the database server is for another name. Use the name that your host gave, not the address.',
    'store-certificate-date':
      'The certificate of the database server is out of date. Check the clock of this computer; otherwise it has to be renewed on the server.',
    'store-not-postgres':
      'The server at this address is not PostgreSQL, or it asks for another kind of login. Check the address and the port.',
    'store-password': 'The database server does not accept this user and password. Copy the connection string again.',
    'store-not-let-in':
      'The database server does not let this computer or this user in. Allow your internet address in its settings.',
    'store-no-database':
      'There is no such database on this server. Create it, or correct its name in the connection string.',
    'store-rights':
      'This database user may not create tables. Give it the right (GRANT CREATE ON DATABASE), or use another one.',
    'store-old-server': 'This is PostgreSQL {{version}}; {{oldest}} or newer is needed. Use a newer server.',
    'store-read-only': 'This database can only be read: it is a copy or locked. Use the address of the main server.',
    'store-disk-full': 'The disk of the database server is full. Make room there; nothing is lost on this computer.',
    'store-newer': 'The shared desk was made by a newer version of the app. Update the app on this computer.',
    'store-answer':
      'The database returned something this app did not write. None of it was used; ask the person who runs the database.',
    'store-failed': 'The database refused the request (code {{sqlstate}}). Ask the person who runs the database.',
    'store-snapshot-gone': 'Another computer has just saved the desk again. It is reloaded automatically.',
    'store-other':
      'This is a different database, and these computers belong to the shared desk, too: {{computers}}. While they use the previous database, none of you sees what the others buy.',
    'store-gone': 'The shared desk is not in this database. Any of its computers can create it again.',
    subscription: 'This subscription is no longer here. Refresh the client.',
  },
} as const;
