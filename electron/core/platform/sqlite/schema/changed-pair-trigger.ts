/** Forgets everything about the former client when a row gets another pair, which names another client of the service. */
export const CHANGED_PAIR_TRIGGER = `
DROP TRIGGER clients_pair_changed;
CREATE TRIGGER clients_pair_changed AFTER UPDATE OF messenger_id, client_key ON clients
WHEN old.messenger_id <> new.messenger_id OR old.client_key <> new.client_key BEGIN
  DELETE FROM vpn_reads WHERE client_id = new.id;
  DELETE FROM vpn_subscriptions WHERE client_id = new.id;
  DELETE FROM traffic_balances WHERE client_id = new.id;
  DELETE FROM whitelist_reads WHERE client_id = new.id;
  DELETE FROM whitelist_ips WHERE client_id = new.id;
  DELETE FROM sub_user_passwords WHERE client_id = new.id;
  -- The goods of the new client must not be sent to the former one.
  DELETE FROM telegram_chats WHERE client_id = new.id;
  DELETE FROM telegram_invites WHERE client_id = new.id;
  UPDATE clients SET vpn_active = NULL, vpn_total = NULL, vpn_as_of = NULL, next_expiry = NULL, traffic_gb = NULL,
    traffic_as_of = NULL WHERE id = new.id;
END;
`;
