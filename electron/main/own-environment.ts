/**
 * Variables by which whoever starts the app could change how its connections are made: Node's own (`NODE_EXTRA_CA_CERTS`,
 * `NODE_TLS_REJECT_UNAUTHORIZED`, `NODE_USE_ENV_PROXY` …), those of the PostgreSQL driver (`PGHOST`, `PGPASSWORD`,
 * `PGSSLMODE` …), OpenSSL's, and the one that has Chromium write the keys of its connections down.
 */
const FOREIGN = /^(?:NODE_|PG[A-Z]|SSL_CERT_|OPENSSL_|SSLKEYLOGFILE$)/;

/**
 * Takes them out of an environment, before any thread is started with a copy of it. A system proxy is left: the README
 * says that the app's requests go through it.
 */
export const removeForeignVariables = (env: Record<string, string | undefined>): void => {
  for (const name of Object.keys(env)) {
    // Windows knows them in any letter case.
    if (FOREIGN.test(name.toUpperCase())) delete env[name];
  }
};
