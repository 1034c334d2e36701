/** One sentence per `Problem.code`: what is wrong with the field and what would be right. */
export const problems = {
  unknown: 'The field “{{field}}” is not right. Check its value.',
  'wrong-type': 'This value is of the wrong kind. Check what was typed.',
  'unknown-field': 'The form sent a field the app does not know. Restart the app.',
  required: 'This field is required.',
  'too-long': 'This text is too long: {{max}} characters at most.',
  'too-small': 'The value is too small: {{min}} is the least.',
  'too-big': 'The value is too large: {{max}} is the most.',
  'not-allowed': 'The service does not take this value. Choose one that is offered.',
  'url-empty':
    'The service address is missing. Enter the API link the service gave you, for example https://api.example.com.',
  'url-too-long': 'The address is too long. Check that nothing else was pasted with it.',
  'url-invalid': 'This is not an address. It should look like https://api.example.com.',
  'url-not-https':
    'Only https addresses are allowed, because the token travels in every request. Begin the address with https://.',
  'url-has-credentials': 'The address must not contain a login or a password. Remove everything before @.',
  'url-has-query': 'The address must not contain parameters. Remove the question mark and what follows.',
  'url-has-fragment': 'The address must not contain a #. Remove it and what follows.',
  'token-empty': 'The API token is missing. Paste the token the service gave you.',
  'token-characters':
    'The token contains spaces or characters a token cannot have. Copy it again, whole and with nothing else.',
  'shared-name-empty': 'Give the shared desk a name, for example the name of the shop.',
  'computer-empty': 'Give this computer a name, so that colleagues know who is who.',
  'computer-taken': 'There is a computer “{{name}}” already. Choose another name, so that colleagues know who is who.',
  'label-empty': 'The account needs a name. Enter one.',
  'messenger-id-empty': 'The messenger ID is missing. Enter the number of the client on the messenger.',
  'messenger-id-not-number':
    'The messenger ID is a whole number, for example 5012345678, or a negative one for a group.',
  'messenger-id-fraction': 'The messenger ID is a whole number, without a decimal part.',
  'messenger-id-shortened':
    'A spreadsheet has shortened this number and lost its last digits. Format the column as text and export it again.',
  'messenger-id-short-form':
    'This is a number that a spreadsheet has shortened: its last digits are missing. Copy the whole ID from the messenger.',
  'messenger-id-too-large': 'The messenger ID is too large: the limit is 9,007,199,254,740,991 in either direction.',
  'clientKey-empty':
    'The client key is missing. Any text you choose will do; with the messenger ID it identifies the client.',
  'clientKey-too-long': 'The client key is too long: {{length}} characters, {{max}} at most.',
  'clientKey-broken':
    'The client key has a character that could not be read (�). Correct the line, or choose another encoding.',
  'cell-shortened':
    'A spreadsheet has shortened “{{text}}”: its last digits are missing. Format the column as text where the file was made, and export it again.',
  'cell-error-value':
    '“{{text}}” is an error message of a spreadsheet, not a value. Correct the cell and export the file again.',
  'cell-too-narrow':
    '“{{text}}” stands where a value did not fit into its column. Widen the column in the spreadsheet and export the file again.',
  'name-too-long': 'The name is too long: {{length}} characters, {{max}} at most.',
  'note-too-long': 'The note is too long: {{length}} characters, {{max}} at most.',
  'text-not-usable': 'The text contains broken characters that cannot be saved. Type it again.',
  'tags-too-many': 'Too many tags: {{count}}, {{max}} at most.',
  'tag-too-long': 'The tag “{{tag}}” is too long: {{max}} characters at most.',
  'tag-separator': 'A tag cannot contain a comma, a semicolon or a line break: “{{tag}}”.',
  'csv-unclosed-quote': 'A quotation mark is opened and never closed. Correct this line in the file.',
  'csv-too-many-fields':
    'The line has {{count}} fields, but the table has {{max}} columns. Check the delimiter and quotation marks.',
  'csv-line-not-kept':
    'The line has {{count, number}} characters, and {{max, number}} are kept: take it from the file it came from.',
  'csv-exists': 'This client is already in the list.',
  'csv-duplicate': 'The same messenger ID and key are on an earlier line of the file.',
  'check-address':
    'An https address is needed, without a login and a password, such as https://www.cloudflare.com/cdn-cgi/trace.',
  'out-of-range': 'Enter a number from {{min}} to {{max}}.',
  'not-whole': 'Type a whole number in digits only, from {{min}} to {{max}}.',
  'number-ambiguous': 'Is it {{fraction}} or {{whole}}? Type one of the two: as it is, it could be either.',
  'countries-required': 'Choose at least one country.',
  'ttl-range': 'A sticky session lasts from {{min}} to {{max}} whole minutes.',
  'quantity-range': 'The quantity is a whole number from {{min}} to {{max}}.',
  'format-unknown': 'There is no such format. Choose 1, 2 or 3.',
  'gb-empty': 'Enter how many GB.',
  'gb-not-a-number': 'The amount is a number of GB, for example 5 or 0.5.',
  'gb-not-positive': 'The amount must be more than 0 GB.',
  'gb-too-precise': 'The amount has at most three decimals (0.001 GB).',
  'gb-too-large': 'This is more than can be bought at once: 1,000,000 GB at most.',
  'ip-empty': 'Enter an IP address.',
  'ip-is-url': 'This is a link. Enter the IP address alone, for example 203.0.113.7.',
  'ip-several': 'These are several addresses. Add them one at a time.',
  'ip-range': 'This is a range of addresses. The whitelist takes single addresses.',
  'ip-has-port': 'Enter the address without the port.',
  'ip-host-name': 'This is a name. Enter the IP address it stands for, for example 203.0.113.7.',
  'ip-invalid': 'This is not an IP address. It should look like 203.0.113.7 or 2001:db8::7.',
  'schedule-folder': 'Choose the folder for the files.',
  'schedule-clients': 'Choose for whom the list is made.',
  'schedule-many-clients': 'One schedule is for {{max}} clients at most. Split it.',
  'time-of-day': 'Enter a time of day, for example 22:00.',
  'zone-unknown': 'There is no such time zone. Use a name like Europe/Moscow or Asia/Yekaterinburg.',
  'lookup-not-https': 'The look-up address must begin with https://, or be empty.',
  'template-empty': 'The file name is empty. Use, for example, {client}_{pool}_{date}.txt.',
  'template-has-folder': 'A file name cannot contain / or \\. The folder is chosen when saving.',
  'template-part-unknown': 'There is no field {{part}}. Check its spelling.',
  'template-brace': 'A field begins with { and ends with }, for example {client}. One of the two is missing.',
  'template-characters': 'A file name cannot contain < > : " | ? * or invisible characters.',
  'template-reserved': 'Windows reserves the name {{name}} for a device. Choose another one.',
  'country-required': 'Choose a country.',
  'period-not-sold': 'This period is not sold. Choose one of {{days}} days.',
  'proxies-required': 'Choose at least one proxy.',
  'too-many-proxies': 'Too many proxies at once: {{max}} at most. Choose fewer.',
  'proxies-repeated': 'A proxy is chosen twice. Choose each of them once.',
  'too-many-targets': 'Too many for one run: {{max}} at most. Choose fewer.',
  'month-cap': 'The standing order may not spend so much more this month. Raise its limit, or open the plan anew.',
  'standing-tag-empty': 'Choose the tag whose clients the order is for.',
  'standing-nobody': 'Choose at least one that the order is for.',
  'standing-not-proxies': 'Dedicated proxies can only be extended. Choose clients or a tag.',
  'standing-limit': 'Enter an amount above 0: buying by itself, the order spends no more than that.',
  'standing-hours': 'Enter two different times, for example 09:00 and 21:00.',
  'standing-gb-too-few':
    'Not less than the {{min}} GB below: the pool would stay under them, and be topped up again and again.',
  'cap-too-low': 'The cap must cover the whole plan.',
  'passphrase-short': 'The passphrase is too short: at least {{min}} characters are needed.',
  'passphrase-known':
    'This passphrase is among the first that anybody would try. Take four or five words that have nothing to do with each other.',
  'passphrase-keys':
    'Keys that lie side by side are guessed quickly. Take four or five words that have nothing to do with each other.',
  'passphrase-repeats':
    'Repeating the same signs adds next to nothing. Take four or five words that have nothing to do with each other.',
  'passphrase-sequence':
    'Letters or digits in their usual order are guessed quickly. Take four or five words that have nothing to do with each other.',
  'passphrase-date': 'A date is guessed quickly. Take four or five words that have nothing to do with each other.',
  'passphrase-weak':
    'This passphrase could be found by trying: it is too simple. Make it longer, best with four or five words that have nothing to do with each other.',
  'passphrase-long': 'The passphrase is too long: {{max}} characters at most.',
  'passphrase-differs': 'The two passphrases differ. Type the same one twice.',
  'message-empty': 'The message is empty. Write what the client should read.',
  'count-range': 'The count is a whole number from 1 to {{max}}.',
  'product-unknown': 'The price list has no such product.',
  'client-required': 'Choose the client it was sold to.',
  'not-a-day': 'This is no day. Write it like this: 31.12.2026.',
  'day-to-come': 'This day is still to come: money is received today or earlier.',
  'amount-empty': 'Enter the amount in roubles.',
  'amount-not-readable': 'This is no amount. Enter roubles, for example 1500 or 1500.50.',
  'amount-zero': 'The amount cannot be zero.',
  'amount-negative': 'A price cannot be below zero.',
  'debt-not-an-amount': 'The debt “{{text}}” is no amount. The client is imported without it.',
  'price-not-readable':
    'The price “{{text}}” cannot be read: “vpn 3 = 450” would be right. The client is imported without it.',
  'prices-too-many': 'There are more than {{max}} own prices: the others are left out.',
  'connection-empty': 'Paste the connection string: postgresql://user:password@host:5432/database.',
  'connection-too-long':
    'The connection string is too long: {{max}} characters at most. Check that nothing else was pasted.',
  'connection-unreadable':
    'This is not a connection string. It looks like postgresql://user:password@host:5432/database.',
  'connection-other-kind':
    'This is the connection string of a database of another kind ({{kind}}); it has to be PostgreSQL: postgresql://user:password@host:5432/database.',
  'connection-characters': 'There are characters in the connection string that cannot be in it. Copy it once more.',
  'connection-escape':
    'The password has the character “{{sign}}” in it: in a connection string it is written as {{code}}. Change it, or copy the string from the hosting service once more.',
  'connection-long-user': 'The user in the connection string is too long: {{max}} characters at most.',
  'connection-long-password': 'The password in the connection string is too long: {{max}} characters at most.',
  'connection-long-host': 'The server’s name in the connection string is too long: {{max}} characters at most.',
  'connection-long-database': 'The database’s name in the connection string is too long: {{max}} characters at most.',
  'connection-no-user': 'The user is missing in the connection string: postgresql://user:password@host:5432/database.',
  'connection-many-hosts': 'Several servers are named. Leave the main one, which can be written to.',
  'connection-parameter':
    'Put “{{name}}” into the string itself and not behind the question mark: it is easily overlooked there.',
  'connection-ssl-mode': 'The value of sslmode is unknown. Write sslmode=verify-full, or take it out.',
  'connection-not-encrypted':
    'Without encryption that is verified, a shared desk can only be on this computer. Write sslmode=verify-full.',
  'connection-root-cert':
    'After sslrootcert comes the certificate itself, from “-----BEGIN CERTIFICATE-----” to the end, not a file: the other computers have no such file.',
};
