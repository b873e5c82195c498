/**
 * `#` is any digit, G an odd one for men and an even one for women. YYMMDD and DDMMYY are the birthday, with forty added
 * to a woman's day in the second.
 */
type Nation = {
  nationality: string;
  phone: string;
  nationalId: string;
  passport: string;
  /** The validity of its passports, in years. */
  years: number;
};

/** The pilgrims' countries, with the formats of their phones and papers. */
export const nations = {
  yemen: {
    nationality: "YEM",
    phone: "+967 77# ### ###",
    nationalId: "010100#####",
    passport: "09######",
    years: 6,
  },
  saudi: {
    nationality: "SAU",
    phone: "+966 55 ### ####",
    nationalId: "10########",
    passport: "V#######",
    years: 10,
  },
  egypt: {
    nationality: "EGY",
    phone: "+20 10 #### ####",
    nationalId: "2YYMMDD010##G#",
    passport: "A########",
    years: 7,
  },
  sudan: {
    nationality: "SDN",
    phone: "+249 91 ### ####",
    nationalId: "119########",
    passport: "P0#######",
    years: 5,
  },
  indonesia: {
    nationality: "IDN",
    phone: "+62 812 #### ####",
    nationalId: "3174##DDMMYY000#",
    passport: "C#######",
    years: 10,
  },
  pakistan: {
    nationality: "PAK",
    phone: "+92 300 ### ####",
    nationalId: "35202-#######-G",
    passport: "AC#######",
    years: 10,
  },
  turkey: {
    nationality: "TUR",
    phone: "+90 532 ### ## ##",
    nationalId: "3#########8",
    passport: "U########",
    years: 10,
  },
  nigeria: {
    nationality: "NGA",
    phone: "+234 803 ### ####",
    nationalId: "4##########",
    passport: "B0#######",
    years: 10,
  },
  jordan: {
    nationality: "JOR",
    phone: "+962 79 ### ####",
    nationalId: "9#########",
    passport: "T######",
    years: 5,
  },
  syria: {
    nationality: "SYR",
    phone: "+963 944 ### ###",
    nationalId: "0201#######",
    passport: "N01#######",
    years: 6,
  },
  india: {
    nationality: "IND",
    phone: "+91 98### #####",
    nationalId: "5### #### ####",
    passport: "Z#######",
    years: 10,
  },
  somalia: {
    nationality: "SOM",
    phone: "+252 61 ### ####",
    nationalId: "SO###########",
    passport: "P01######",
    years: 5,
  },
  ethiopia: {
    nationality: "ETH",
    phone: "+251 91 ### ####",
    nationalId: "6### #### ####",
    passport: "EP#######",
    years: 5,
  },
  morocco: {
    nationality: "MAR",
    phone: "+212 661 ######",
    nationalId: "BK######",
    passport: "KA#######",
    years: 5,
  },
} satisfies Record<string, Nation>;
