/**
 * Links that a QR code has to carry whole: the usual one, one with non-ASCII characters, a long one, and one that barely
 * fits.
 */
export const QR_LINKS = [
  'https://sub.example/s/AbC123-_~?x=1&y=%20',
  'vless://0c7d@[2001:db8::1]:443?type=tcp#Имя',
  `https://sub.example/${'k'.repeat(600)}`,
  `https://sub.example/${'k'.repeat(2_900)}`,
];
