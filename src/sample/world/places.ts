import { Weighted } from './random';

export interface Operator {
	/** Name of a fictitious network operator. Its network codes are not assigned to a real operator. */
	readonly name: string;
	readonly mnc: number;
}

export interface Country {
	readonly code: string;
	readonly mcc: number;
	readonly weight: number;
	readonly cities: readonly [string, ...string[]];
	readonly locales: readonly [string, ...string[]];
	readonly operators: readonly [Operator, ...Operator[]];
}

const countries: readonly [Country, ...Country[]] = [
	{
		code: 'DE',
		mcc: 262,
		weight: 20,
		cities: ['Berlin', 'Hamburg', 'Köln', 'München', 'Düsseldorf', 'Leipzig'],
		locales: ['de_DE', 'de_DE', 'de_DE', 'en_GB', 'tr_TR'],
		operators: [
			{ name: 'Nordfunk', mnc: 71 },
			{ name: 'Rheinmobil', mnc: 72 },
			{ name: 'Funk & Netz, Süd', mnc: 73 },
		],
	},
	{
		code: 'US',
		mcc: 310,
		weight: 18,
		cities: ['New York', 'Chicago', 'Washington, D.C.', 'Austin', 'Portland', "Coeur d'Alene"],
		locales: ['en_US', 'en_US', 'en_US', 'es_US'],
		operators: [
			{ name: 'Prairie Wireless', mnc: 901 },
			{ name: 'Two Coasts "5G"', mnc: 902 },
		],
	},
	{
		code: 'BR',
		mcc: 724,
		weight: 11,
		cities: ['São Paulo', 'Brasília', 'Belém', 'Rio de Janeiro', 'Goiânia'],
		locales: ['pt_BR'],
		operators: [
			{ name: 'Telefonia Açaí', mnc: 91 },
			{ name: 'Rede Móvel', mnc: 92 },
		],
	},
	{
		code: 'IN',
		mcc: 404,
		weight: 12,
		cities: ['Mumbai', 'Delhi', 'Bengaluru', 'Chennai', 'Kolkata'],
		locales: ['en_IN', 'hi_IN', 'ta_IN', 'bn_IN'],
		operators: [
			{ name: 'Monsoon Mobile', mnc: 981 },
			{ name: 'भारत तरंग', mnc: 982 },
		],
	},
	{
		code: 'JP',
		mcc: 440,
		weight: 8,
		cities: ['Tokyo', 'Osaka', 'Sapporo', 'Kyōto'],
		locales: ['ja_JP'],
		operators: [{ name: 'みなと通信', mnc: 91 }],
	},
	{
		code: 'PL',
		mcc: 260,
		weight: 7,
		cities: ['Warszawa', 'Kraków', 'Łódź', 'Wrocław'],
		locales: ['pl_PL', 'uk_UA'],
		operators: [{ name: 'Wisła Mobile', mnc: 91 }],
	},
	{
		code: 'TR',
		mcc: 286,
		weight: 6,
		cities: ['İstanbul', 'Ankara', 'İzmir', 'Eskişehir'],
		locales: ['tr_TR'],
		operators: [{ name: 'Boğaz Hattı', mnc: 91 }],
	},
	{
		code: 'KZ',
		mcc: 401,
		weight: 5,
		cities: ['Almaty', 'Astana', 'Шымкент'],
		locales: ['ru_KZ', 'kk_KZ'],
		operators: [{ name: 'Дала байланыс', mnc: 91 }],
	},
	{
		code: 'SA',
		mcc: 420,
		weight: 4,
		cities: ['Riyadh', 'Jeddah', 'الدمام'],
		locales: ['ar_SA'],
		operators: [{ name: 'موجة الصحراء', mnc: 91 }],
	},
	{
		code: 'GB',
		mcc: 234,
		weight: 9,
		cities: ['London', 'Leeds', 'Cardiff', 'Glasgow'],
		locales: ['en_GB', 'cy_GB'],
		operators: [
			{ name: 'Severn Mobile', mnc: 91 },
			{ name: 'Tweed & Tyne', mnc: 92 },
		],
	},
];

export const countryChoice = new Weighted(countries, (country) => country.weight);
