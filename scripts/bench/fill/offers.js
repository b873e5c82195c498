/**
 * A first name of one customer in twenty, a family of twenty customers, whatever their number, a family of one customer in twelve, and a
 * full name of few.
 */
export const names = { common: "خديجة", rare: "الباهلي", family: "الغامدي", full: "محمد بن ناصر الباهلي" };

/**
 * The office's people and offers: users, currencies, accounts, services, packages, campaigns, customers, agents,
 * suppliers and expenses.
 *
 * @param {number} customers
 */
export const fillOffers = (customers) => `
  CREATE TEMP TABLE said AS SELECT
    make_date(extract(year FROM now())::int - 1, 1, 1) AS new_year,
    extract(year FROM now())::int - 1 AS year,
    '{محمد,أحمد,عبدالله,فاطمة,سالم,${names.common},علي,عمر,يوسف,إبراهيم,نورة,صالح,هدى,حسن,زينب,بدر,ماجد,لطيفة,ياسر,وائل}'::text[] AS firsts,
    '{سعيد,ناصر,مبارك,قاسم,بكر,هادي,عوض,سليمان,راشد,جابر,منصور,حمود,فرج}'::text[] AS fathers,
    '{الغامدي,باوزير,الحربي,القحطاني,الأهدل,العمودي,بامطرف,الزهراني,السقاف,الكندي,اليافعي,الشامي}'::text[] AS families;

  INSERT INTO users (username, email, password_hash)
    SELECT 'clerk' || g, 'clerk' || g || '@office.local', password_hash FROM generate_series(1, 20) g, users;
  INSERT INTO user_roles SELECT users.id, 2 + users.id % 3 FROM users WHERE id > 1;
  UPDATE company_info SET name = 'وكالة القياس', phone = '+967770000000';
  INSERT INTO currencies (name, code, symbol, exchange_rate, is_default) VALUES
    ('دولار أمريكي', 'USD', '$', 1, true),
    ('ريال سعودي', 'SAR', 'ر.س', 0.26666666666666666667, false),
    ('دينار كويتي', 'KWD', 'د.ك', 3.25, false);
  INSERT INTO accounts (kind, name, currency_id, account_number, account_name)
    SELECT kind, called || code || ' ' || g, currency.id, CASE kind WHEN 'bank' THEN '10' || g END, CASE kind WHEN 'bank' THEN 'الوكالة' END
    FROM (VALUES ('cash_box', 'صندوق '), ('bank', 'بنك ')) kinds (kind, called), generate_series(1, 3) g,
      currencies currency WHERE code IN ('USD', 'SAR') ORDER BY kind DESC, currency.id, g;

  INSERT INTO cities (name) VALUES ('مكة المكرمة'), ('المدينة المنورة'), ('جدة');
  INSERT INTO ratings (value) VALUES (3), (4), (5);
  INSERT INTO hotels (name, city_id, address, rating_id, single_room_price, double_room_price, triple_room_price, quad_room_price, currency_id)
    SELECT 'فندق ' || g, 1 + g % 3, 'شارع ' || g, 1 + g % 3, 90 + g, 120 + g, 150 + g, 180 + g, 1 + g % 2 FROM generate_series(1, 30) g;
  INSERT INTO bus_types (name) VALUES ('حافلة كبيرة'), ('حافلة صغيرة');
  INSERT INTO transportations (company_name, bus_type_id, capacity, price_per_person, currency_id)
    SELECT 'شركة نقل ' || g, 1 + g % 2, 49, 20 + g, 1 + g % 2 FROM generate_series(1, 12) g;
  INSERT INTO catering_types (name) VALUES ('بوفيه'), ('وجبات');
  INSERT INTO catering_services (name, catering_type_id, price_per_day, currency_id)
    SELECT 'إعاشة ' || g, 1 + g % 2, 8 + g, 1 + g % 2 FROM generate_series(1, 8) g;
  INSERT INTO service_categories (name) VALUES ('مزارات'), ('تأمين');
  INSERT INTO other_services (name, category_id, price, currency_id)
    SELECT 'خدمة ' || g, 1 + g % 2, 5 + g, 1 + g % 2 FROM generate_series(1, 16) g;
  INSERT INTO packages (name, type, currency_id, total_price, total_cost, hotel_id, transportation_id, catering_id)
    SELECT 'باقة ' || g, CASE WHEN g % 6 = 0 THEN 'حج' ELSE 'عمرة' END, currency.id,
      CASE code WHEN 'SAR' THEN 5600 ELSE 1500 END, 1200, 1 + g % 30, 1 + g % 12, 1 + g % 8
    FROM generate_series(1, 24) g JOIN currencies currency ON code = CASE WHEN g % 4 = 0 THEN 'SAR' ELSE 'USD' END;
  INSERT INTO package_other_services SELECT id, 1 + (id + other) % 16 FROM packages, generate_series(1, 3) other;

  -- Every other campaign is one of now: the others were those of last year.
  INSERT INTO campaigns (name, type, start_date, end_date, total_seats, status)
    SELECT 'حملة ' || g, CASE WHEN g % 10 = 0 THEN 'حج' ELSE 'عمرة' END, first, first + 20, 1000000,
      CASE WHEN g % 2 = 1 THEN 'active' WHEN g % 20 = 0 THEN 'cancelled' ELSE 'completed' END
    FROM generate_series(1, ${customers / 500}) g, said,
      LATERAL (SELECT CASE WHEN g % 2 = 1 THEN current_date + 10 + g % 50 ELSE new_year + g % 360 END AS first) begun;
  INSERT INTO campaign_packages
    SELECT campaigns.id, 1 + (3 * campaigns.id + g) % 24 FROM campaigns, generate_series(0, 3) g;

  INSERT INTO customers (name, phone, national_id, passport_number, date_of_birth, gender, nationality, passport_issue_date,
      passport_expiry, status, created_at, updated_at)
    SELECT firsts[1 + g % 20] || ' بن ' || fathers[1 + g / 20 % 13] || ' '
      || CASE WHEN g % (${customers} / 20) = 0 THEN '${names.rare}' ELSE families[1 + g / 260 % 12] END,
      '+96777' || lpad(g::text, 7, '0'), (1000000000 + g)::text, 'P' || lpad(g::text, 8, '0'),
      make_date(1940 + g % 60, 1 + g % 12, 1 + g % 28), CASE WHEN g % 20 IN (3, 5, 10, 12, 14, 17) THEN 'أنثى' ELSE 'ذكر' END,
      CASE WHEN g % 9 = 0 THEN NULL WHEN g % 4 = 0 THEN 'SAU' ELSE 'YEM' END,
      new_year - g % 1500, new_year - g % 1500 + 1826, CASE WHEN g % 100 = 7 THEN 'inactive' ELSE 'active' END, new_year, new_year
    FROM generate_series(1, ${customers}) g, said;
  INSERT INTO agents (name, phone, type, commission_rate, is_active)
    SELECT 'وكيل ' || g, '+96771' || lpad(g::text, 7, '0'), CASE WHEN g % 2 = 0 THEN 'internal' ELSE 'external' END, 5, g % 10 <> 0
    FROM generate_series(1, ${customers / 400}) g;
  INSERT INTO suppliers (name, phone, service_type, is_active)
    SELECT 'مورد ' || g, '+96773' || lpad(g::text, 7, '0'), ('{hotels,transportation,catering,other}'::text[])[1 + g % 4], g % 10 <> 0
    FROM generate_series(1, ${customers / 400}) g;
  INSERT INTO expense_categories (name) SELECT 'فئة ' || g FROM generate_series(1, 5) g;
  INSERT INTO expenses (name, category_id) SELECT 'مصروف ' || g, 1 + g % 5 FROM generate_series(1, 20) g;`;
