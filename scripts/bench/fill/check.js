/** Refuses an office that does not obey the rules of the product: what is kept must be what its rows say. */
export const check = `
  DO $$ DECLARE
    rule text;
    kept record;
    wrong bigint;
  BEGIN
    FOREACH rule IN ARRAY ARRAY[
      'accounts WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)',
      'accounts WHERE balance <> (SELECT balance_after FROM movements WHERE account_id = accounts.id ORDER BY created_at DESC, id DESC LIMIT 1)',
      'movements WHERE balance_after < 0',
      'contracts WHERE paid_amount <> (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers WHERE contract_id = contracts.id AND status = ''confirmed'')',
      'invoices WHERE paid_amount <> (SELECT coalesce(sum(settled_amount), 0) FROM payment_vouchers WHERE invoice_id = invoices.id AND status = ''confirmed'')',
      'invoices WHERE (payment_status = ''paid'') <> (paid_amount = total_amount)',
      'contracts WHERE NOT EXISTS (SELECT FROM campaign_packages c WHERE c.campaign_id = contracts.campaign_id AND c.package_id = contracts.package_id)',
      'groups WHERE members <> (SELECT count(*) FROM group_members WHERE group_id = groups.id)',
      'rooms WHERE occupants <> (SELECT count(*) FROM room_members WHERE room_id = rooms.id)'] LOOP
      EXECUTE 'SELECT count(*) FROM ' || rule INTO wrong;
      IF wrong > 0 THEN RAISE EXCEPTION '% wrong: %', wrong, rule; END IF;
    END LOOP;

    FOR kept IN -- every sum of every table of totals
      SELECT counted.relname AS counted, totals.relname AS totals, attname AS figure
      FROM pg_trigger JOIN pg_class counted ON counted.oid = tgrelid
      JOIN pg_class totals ON tgname = 'keep_' || totals.relname || '_at_insert'
      JOIN pg_attribute ON attrelid = totals.oid AND attnum > 0 AND atttypid IN ('bigint'::regtype, 'numeric'::regtype)
    LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT sum(%I) FROM %I EXCEPT SELECT %s FROM %I) other', kept.figure, kept.totals,
        CASE kept.figure WHEN 'count' THEN 'count(*)' ELSE format('sum(%I)', kept.figure) END, kept.counted) INTO wrong;
      IF wrong > 0 THEN RAISE EXCEPTION '% of % is not that of its rows', kept.figure, kept.totals; END IF;
    END LOOP;

    FOR kept IN -- every reference
      SELECT conrelid::regclass AS child, confrelid::regclass AS parent, conname,
        (SELECT string_agg(format('parent.%I = child.%I', theirs.attname, ours.attname), ' AND ')
         FROM unnest(conkey, confkey) keys (ours, theirs)
         JOIN pg_attribute ours ON ours.attrelid = conrelid AND ours.attnum = keys.ours
         JOIN pg_attribute theirs ON theirs.attrelid = confrelid AND theirs.attnum = keys.theirs) AS same,
        (SELECT string_agg(format('child.%I IS NOT NULL', attname), ' AND ')
         FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey)) AS told
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('SELECT count(*) FROM %s child WHERE %s AND NOT EXISTS (SELECT FROM %s parent WHERE %s)',
        kept.child, kept.told, kept.parent, kept.same) INTO wrong;
      IF wrong > 0 THEN RAISE EXCEPTION '% rows of % break %', wrong, kept.child, kept.conname; END IF;
    END LOOP;
  END $$;`;
