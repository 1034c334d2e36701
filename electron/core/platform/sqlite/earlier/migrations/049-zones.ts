import { localZone } from '#shared/domain/zoned-time.ts';

/** The mark of the computer that migrates, in the desk that `d` names. */
const MARK = `substr(replace(d.computer_id, '-', ''), 1, 8)`;
/**
 * The word of the computer that made the order holds, as old as the order; of others, where that one says nothing, one and the
 * same holds everywhere, and whatever somebody chooses later holds against all.
 */
const STAMP = `iif(substr(s.stamps ->> '$.made', 17) = ${MARK}, s.stamps ->> '$.made', '0000000000000000' || ${MARK})`;
const ORDERS = `shared_docs s JOIN shared_desks d ON d.account_id = s.account_id
  WHERE s.kind = 'order' AND s.local_id IS NOT NULL AND s.stamps ->> '$.made' IS NOT NULL`;

const HERE = localZone();

/** Standing orders and scheduled lists have a zone (IANA) of their own: what was there has that of this computer. */
export const zones = `
ALTER TABLE standing_orders ADD COLUMN zone TEXT NOT NULL DEFAULT '';
UPDATE standing_orders SET zone = '${HERE}';
ALTER TABLE scheduled_lists ADD COLUMN zone TEXT NOT NULL DEFAULT '';
UPDATE scheduled_lists SET zone = '${HERE}';

INSERT INTO shared_unsent (account_id, kind, uid, field, stamp)
  SELECT s.account_id, s.kind, s.uid, 'zone', ${STAMP} FROM ${ORDERS} ON CONFLICT DO NOTHING;
UPDATE shared_docs SET stamps = json_set(stamps, '$.zone',
  (SELECT stamp FROM shared_unsent u WHERE u.account_id = shared_docs.account_id AND u.kind = 'order' AND u.uid = shared_docs.uid
    AND u.field = 'zone'))
WHERE kind = 'order' AND EXISTS (SELECT 1 FROM shared_unsent u WHERE u.account_id = shared_docs.account_id
  AND u.kind = 'order' AND u.uid = shared_docs.uid AND u.field = 'zone');
`;
