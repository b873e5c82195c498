/** What the contracts of a package say, kept under the package's number. Contracts name it, so it comes before them. */
export const fillContents = `
  INSERT INTO package_prices (package_id, room, traveller, amount)
    SELECT packages.id, room, traveller, round(total_price * of_room * of_traveller, 2)
    FROM packages, (VALUES ('double', 1.2), ('triple', 1.1), ('quad', 1)) rooms (room, of_room),
      (VALUES ('adult', 1), ('child_with_bed', 0.75), ('child_without_bed', 0.5), ('infant', 0.1)) travellers (traveller, of_traveller);
  INSERT INTO campaign_fee_lines (campaign_id, days, kind, amount)
    SELECT id, days, 'percent', amount FROM campaigns, (VALUES (60, 10), (30, 25), (7, 60)) lines (days, amount);
  INSERT INTO contract_contents (id, contents) OVERRIDING SYSTEM VALUE
    SELECT packages.id, jsonb_build_object('package', packages.name, 'type', type, 'duration', duration,
      'room_occupancy_basis', room_occupancy_basis, 'stays', '[]'::jsonb, 'transportation', NULL, 'catering', NULL, 'other_services', '[]'::jsonb,
      'terms', 'شروط الموسم', 'fee_lines', '[{"days": 30, "kind": "percent", "amount": "25"}]'::jsonb)
    FROM packages;
  SELECT setval(pg_get_serial_sequence('contract_contents', 'id'), max(id)) FROM contract_contents;`;

/**
 * What leads to a contract: offers, half of them for two and every fifth signed, seats that are held (one of twenty still), who waits for seats,
 * and notes of customers, some with a day to call. One contract of fifty was moved.
 *
 * @param {number} customers
 */
export const fillSale = (customers) => `
  INSERT INTO offers (offer_number, offer_date, valid_until, customer_id, campaign_id, package_id, currency_id, total_amount, room, traveller,
      supplement_amount, contents_id, created_by, created_at, updated_at)
    SELECT 'Q-' || year || '-' || lpad((id / 4)::text, 5, '0'), day, CASE WHEN id % 8 = 0 THEN current_date + id % 30 ELSE day + 7 END, customer_id,
      campaign_id, package_id, currency_id, total_price, 'quad', 'adult', 0, package_id, 1 + id % 20, day, day
    FROM said, signed WHERE id % 4 = 0 ORDER BY id;
  INSERT INTO offer_travellers (offer_id, customer_id, total_amount, room, traveller, supplement_amount)
    SELECT id, 1 + customer_id % ${customers}, total_amount, 'quad', 'adult', 0 FROM offers WHERE id % 2 = 0;
  UPDATE contracts SET offer_id = offers.id FROM offers WHERE offers.id % 5 = 0 AND contracts.id = 4 * offers.id;
  INSERT INTO document_numbers SELECT 'Q', year, ${customers / 2} FROM said;
  UPDATE contracts SET moved_from_id = id - ${customers} WHERE id > ${customers} AND id % 50 = 4;

  INSERT INTO holds (campaign_id, name, phone, phone_e164, seats, until, note, created_at)
    SELECT 1 + g % ${customers / 500}, firsts[1 + g % 20] || ' ' || families[1 + g / 20 % 12], '77' || lpad(g::text, 7, '0'),
      '+96777' || lpad(g::text, 7, '0'), 1 + g % 5, at + interval '3 days', 'يؤكد قريبًا', at
    FROM said, generate_series(1, ${customers / 5}) g,
      LATERAL (SELECT CASE WHEN g % 20 = 0 THEN now() ELSE new_year + g % 360 * interval '1 day' END AS at) made;
  INSERT INTO waiting_lines (campaign_id, name, phone, phone_e164, seats, until, created_at)
    SELECT 1 + g % ${customers / 500}, firsts[1 + g % 20] || ' ' || families[1 + g / 20 % 12], '77' || lpad(g::text, 7, '0'),
      '+96777' || lpad(g::text, 7, '0'), 1 + g % 5, CASE WHEN g % 10 <> 0 THEN at + interval '30 days' END, at
    FROM said, generate_series(1, ${customers / 5}) g,
      LATERAL (SELECT CASE WHEN g % 20 = 0 THEN now() ELSE new_year + g % 360 * interval '1 day' END AS at) made;
  INSERT INTO customer_notes (customer_id, text, call_on, done, noted_on, noted_by, created_at)
    SELECT id, 'سأل عن أسعار الموسم القادم', CASE WHEN id % 10 = 0 THEN current_date - 200 + id % 400 END, id % 100 <> 0 AND id % 3 = 0,
      new_year + id % 360, 1 + id % 20, new_year + id % 360
    FROM said, customers;`;
