import { expect, it } from 'vitest';
import { removeForeignVariables } from '../../../electron/main/own-environment.ts';

it('no variable that changes how connections are made is left, and all others are', () => {
  const ordinary = {
    HOME: '/home/anna',
    PATH: '/usr/bin',
    HTTPS_PROXY: 'http://proxy.example:3128',
    LANG: 'ru_RU.UTF-8',
  };
  const env: Record<string, string | undefined> = {
    ...ordinary,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_EXTRA_CA_CERTS: '/tmp/ca.pem',
    Node_Use_Env_Proxy: '1',
    PGPASSWORD: 'x',
    PGSSLMODE: 'disable',
    PGOPTIONS: '-c search_path=evil',
    SSL_CERT_FILE: '/tmp/ca.pem',
    OPENSSL_CONF: '/tmp/openssl.cnf',
    SSLKEYLOGFILE: '/tmp/keys',
  };
  removeForeignVariables(env);
  expect(env).toEqual(ordinary);
});
