/** Other headings of fields in files of every kind. A kind may add its own. */
export const otherNames: Record<string, string> = {
  surname_latin: `اسم العائلة بالإنجليزية، اسم العائلة بالإنجليزي، العائلة بالإنجليزية، اللقب بالإنجليزية، اللقب بالإنجليزي، Surname،
    Last Name، Family Name`,
  name_latin: `الاسم بالإنجليزية، الاسم بالإنجليزي، الاسم الكامل بالإنجليزية، الاسم الكامل بالإنجليزي، الاسم اللاتيني، الاسم باللاتينية، الاسم الكامل باللاتينية، الاسم كما في الجواز،
    English Name، Name in English، Latin Name، Name in Passport، Name as in Passport، Passport Name`,
  given_names_latin: `الاسم الأول بالإنجليزية، الاسم الأول بالإنجليزي، الأسماء الأولى بالإنجليزية، First Name، First Names، Given Name،
    Given Names، Forename، Forenames`,
  phone: `الجوال، جوال، رقم الجوال، الهاتف، هاتف، رقم الهاتف المحمول، المحمول، رقم المحمول، الموبايل، موبايل، رقم الموبايل، التلفون، تلفون،
    رقم التلفون، رقم التواصل، الواتساب، واتساب، رقم الواتساب، Phone No، Phone Number، Telephone، Tel، Tel No، Mobile، Mobile No،
    Mobile Number، Cell، Contact No، Contact Number، WhatsApp، Contact`,
  national_id: `الهوية، هوية، رقم الهوية الوطنية، الهوية الوطنية، رقم الهوية/الإقامة، رقم الإقامة، الإقامة، السجل المدني، رقم السجل المدني،
    الرقم الوطني، الرقم القومي، رقم البطاقة، ID، ID No، ID Number، National ID No، National ID Number، Iqama، Iqama No`,
  passport_number: `الجواز، جواز، جواز السفر، رقم جواز السفر، رقم الجواز/الهوية، رقم الباسبور، Passport، Passport No، Passport Num، PP، PP No، PP Num،
    PP Number، PPNo، P.P. No، PPT، PPT No، PPT #، Passport #، Travel Document No`,
  nationality: "جنسية، الدولة، البلد، بلد الجنسية، Country، Citizenship، Nat، Nation",
  passport_country:
    "بلد الإصدار، دولة الإصدار، دولة إصدار الجواز، بلد إصدار جواز السفر، Issuing Country، Country of Issue، Issuing State",
  passport_issue_date: `تاريخ الإصدار، تاريخ إصدار جواز السفر، إصدار الجواز، Issue Date، Date of Issue، Issued، DOI، D.O.I، PP Issue Date`,
  passport_expiry: `تاريخ الانتهاء، انتهاء الجواز، تاريخ انتهاء جواز السفر، تاريخ انتهاء صلاحية الجواز، تاريخ انتهاء الصلاحية، صلاحية الجواز،
    Expiry، Expiry Date، Date of Expiry، Passport Expiry Date، Passport Exp، PP Exp، PP Expiry، Exp، Exp Date،
    Expires، Expiration، Expiration Date، DOE، D.O.E، Valid Until، Valid Till`,
  email: "البريد، إيميل، الإيميل، عنوان البريد الإلكتروني، E-mail، Email Address",
  address: "عنوان، عنوان السكن، السكن، محل الإقامة، عنوان الإقامة",
  date_of_birth: "الميلاد، تاريخ الولادة، ت الميلاد، م. الميلاد، المواليد، DOB، D.O.B، Birth Date، Birthdate",
  birth_place:
    "مكان الولادة، محل الميلاد، محل الولادة، بلد الميلاد، Place of Birth، Birth Place، Birthplace، POB",
  gender: "النوع، ذكر/أنثى، Sex",
  commission_rate: "العمولة، نسبة العمولة، Commission",
};

/** The headings of a column of pilgrims' names. */
export const pilgrimNames = `الاسم الكامل، الاسم كاملا، الاسم الرباعي، الاسم الثلاثي، الاسم بالعربي، الاسم بالعربية، اسم المعتمر، اسم الحاج، اسم المعتمر/الحاج،
    اسم العميل، اسم المسافر، اسم الراكب، المعتمر، الحاج، Full Name، Passenger، Passenger Name، Pax، Pax Name، Name of Pax، Name of Passenger، Pilgrim، Pilgrim Name، Customer Name، Arabic Name`;
