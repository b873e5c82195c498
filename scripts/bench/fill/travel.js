/**
 * Groups of nine in ten pilgrims with a contract that is not cancelled, their trips, stages, rooms and seats, and their visas: in
 * present campaigns most are approved, in last year's they have expired.
 *
 * @param {number} customers
 */
export const fillTravel = (customers) => `
  INSERT INTO trip_plans (name, type) SELECT 'خطة ' || g, CASE WHEN g % 2 = 0 THEN 'umrah' ELSE 'hajj' END
    FROM generate_series(1, ${Math.ceil(customers / 5000)}) g;
  INSERT INTO plan_stages (plan_id, name, day_offset)
    SELECT id, 'مرحلة ' || g, g FROM trip_plans, generate_series(0, 5) g;

  CREATE TEMP TABLE pilgrims AS
    SELECT place, campaign_id, customer_id, hotel_id, dense_rank() OVER (ORDER BY campaign_id, place / 45)::int AS group_id
    FROM (SELECT campaign_id, customer_id, (array_agg(package_id ORDER BY id))[1] AS package_id,
            (row_number() OVER (PARTITION BY campaign_id ORDER BY min(id)) - 1)::int AS place
          FROM signed WHERE status <> 'cancelled' AND id % 10 <> 0 GROUP BY campaign_id, customer_id) placed
    JOIN packages ON packages.id = package_id;
  CREATE TEMP TABLE travelling AS
    SELECT group_id AS id, campaign_id, count(*)::int AS members, campaigns.start_date AS day,
      dense_rank() OVER (ORDER BY campaign_id, min(place) / 180)::int AS trip_id
    FROM pilgrims JOIN campaigns ON campaigns.id = campaign_id GROUP BY 1, 2, 4;
  INSERT INTO trips (name, start_date, end_date, plan_id)
    SELECT 'رحلة ' || trip_id, day, day + 14, 1 + trip_id % ${Math.ceil(customers / 5000)}
    FROM (SELECT trip_id, min(day) AS day FROM travelling GROUP BY 1) made ORDER BY trip_id;
  INSERT INTO trip_stages (trip_id, name, date, status)
    SELECT id, 'مرحلة ' || g, start_date + g, CASE WHEN start_date + g < current_date - 3 THEN 'completed' ELSE 'pending' END
    FROM trips, generate_series(0, 5) g;
  INSERT INTO groups (name, campaign_id, capacity, members, transportation_id, supervisor_id, departure_date, trip_id)
    SELECT 'مجموعة ' || id, campaign_id, 45, members, 1 + id % 12, 1 + id % 20, day, CASE WHEN id % 10 <> 0 THEN trip_id END
    FROM travelling ORDER BY id;
  INSERT INTO group_members (group_id, campaign_id, customer_id, added_by)
    SELECT group_id, campaign_id, customer_id, 1 FROM pilgrims ORDER BY group_id, place;
  CREATE TEMP TABLE lodged AS
    SELECT group_id, customer_id, seat, hotel_id, dense_rank() OVER (ORDER BY group_id, hotel_id, kind, turn / 4)::int AS room_id, kind
    FROM (SELECT group_id, customer_id, hotel_id, kind, row_number() OVER (PARTITION BY group_id ORDER BY place) AS seat,
            row_number() OVER (PARTITION BY group_id, hotel_id, kind ORDER BY place) - 1 AS turn
          FROM pilgrims JOIN customers ON customers.id = customer_id,
            LATERAL (SELECT CASE gender WHEN 'أنثى' THEN 'women' ELSE 'men' END AS kind) theirs) counted;
  INSERT INTO rooms (group_id, hotel_id, visit, name, kind, beds, occupants)
    SELECT group_id, hotel_id, 1, 'غرفة ' || room_id, kind, 4, count(*) FROM lodged GROUP BY room_id, group_id, hotel_id, kind ORDER BY room_id;
  INSERT INTO room_members (group_id, customer_id, room_id, lodging)
    SELECT lodged.group_id, customer_id, room_id, lodging FROM lodged JOIN rooms ON rooms.id = room_id;
  INSERT INTO bus_seats SELECT group_id, customer_id, 1, seat FROM lodged;

  INSERT INTO visas (customer_id, group_id, visa_type, passport_number, submission_date, approval_date, visa_number, status,
      created_by, created_at, updated_at)
    SELECT customer_id, group_id, CASE campaigns.type WHEN 'حج' THEN 'hajj' ELSE 'umrah' END, 'P' || lpad(customer_id::text, 8, '0'),
      asked, CASE WHEN decided IN ('approved', 'expired') THEN asked + 5 END,
      CASE WHEN decided IN ('approved', 'expired') THEN 'V' || lpad(turn::text, 9, '0') END, decided, 1, asked, asked
    FROM (SELECT *, row_number() OVER (ORDER BY group_id, place) AS turn FROM pilgrims) pilgrims
    JOIN campaigns ON campaigns.id = campaign_id,
      LATERAL (SELECT CASE WHEN turn % 10 = 0 THEN 'rejected' WHEN campaigns.status <> 'active' THEN 'expired'
                      WHEN turn % 5 = 1 THEN 'pending' ELSE 'approved' END AS decided,
                 CASE campaigns.status WHEN 'active' THEN current_date - 5 - turn::int % 30
                      ELSE campaigns.start_date - 30 END AS asked) applied
    ORDER BY group_id, place;
  INSERT INTO visa_history (visa_id, user_name, status, changed_at)
    SELECT id, 'clerk1', CASE step WHEN 0 THEN 'pending' WHEN 2 THEN 'expired' WHEN 1 THEN CASE status WHEN 'expired' THEN 'approved' ELSE status END END,
      submission_date + step * CASE step WHEN 2 THEN 50 ELSE 5 END
    FROM visas JOIN generate_series(0, 2) step
      ON step = 0 OR step = 1 AND status <> 'pending' OR step = 2 AND status = 'expired' ORDER BY id, step;
  INSERT INTO visa_documents (visa_id, file_name, given_name, media_type, uploaded_by)
    SELECT id, md5(id::text) || '.pdf', 'جواز.pdf', 'application/pdf', 1 FROM visas WHERE id % 3 = 0;`;
