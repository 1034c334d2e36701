/**
 * Environment variables that could change how the app connects: Node's own (`NODE_EXTRA_CA_CERTS`,
 * `NODE_TLS_REJECT_UNAUTHORIZED`, `NODE_USE_ENV_PROXY` …), those of the PostgreSQL driver (`PGHOST`, `PGPASSWORD`,
 * `PGSSLMODE` …), OpenSSL's, and the one that makes Chromium write the keys of its connections to a file.
 */
const FOREIGN = /^(?:NODE_|PG[A-Z]|SSL_CERT_|OPENSSL_|SSLKEYLOGFILE$)/;

/**
 * Removes these variables from an environment, before any thread is started with a copy of it. The variables of a
 * system proxy stay: the README says that the app's requests go through it.
 */
export const removeForeignVariables = (env: Record<string, string | undefined>): void => {
  for (const name of Object.keys(env)) {
    // Windows ignores the case of their names.
    if (FOREIGN.test(name.toUpperCase())) delete env[name];
  }
};
