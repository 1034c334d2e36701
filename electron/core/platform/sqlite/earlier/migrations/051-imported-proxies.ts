/** Marks dedicated proxies that their user imported, and whose purchase this desk does not know. */
export const importedProxies = 'ALTER TABLE dedicated_proxies ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;';
