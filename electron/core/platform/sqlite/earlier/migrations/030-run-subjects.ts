/**
 * Runs that were started before runs had subjects, or were carried along without one, are called by what they are about,
 * so that their titles follow the language. Changes and imports of then have nothing but their titles.
 */
export const runSubjects = `
UPDATE runs SET subject_json = CASE
  WHEN kind = 'refresh'
    THEN json_object('what', 'refresh', 'clients', iif(params_json ->> '$.scope' = 'selection', total, NULL))
  WHEN json_type(params_json, '$.periodMonths') = 'integer'
    THEN json_object('what', 'vpn-renew', 'months', params_json ->> '$.periodMonths', 'subscriptions', total)
  WHEN json_type(params_json, '$.period') = 'integer'
    THEN json_object('what', 'dedicated-prolong', 'days', params_json ->> '$.period', 'proxies', total)
  WHEN kind = 'purchases' AND json_type(params_json, '$.gb') IN ('integer', 'real')
      AND params_json ->> '$.poolType' IN ('residential', 'datacenter', 'mobile', 'residential_premium')
    THEN json_object('what', 'traffic', 'poolType', params_json ->> '$.poolType', 'gb', params_json ->> '$.gb',
      'clients', total)
  WHEN kind = 'lists' AND json_type(params_json, '$.recipe.quantity') = 'integer'
    THEN json_object('what', 'generate', 'clients', total, 'linesEach', params_json ->> '$.recipe.quantity')
  WHEN kind = 'lists' AND params_json ->> '$.kind' = 'export' THEN json_object('what', 'export', 'lists', total)
  END
WHERE subject_json IS NULL AND kind IN ('refresh', 'purchases', 'lists');
`;
