/* Fields of an error record (service document, section 2.1). */

type FieldType = 'string' | 'integer';

export const fieldGroups = ['error', 'time', 'app', 'device', 'network', 'identity'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

export interface Field {
	readonly name: string;
	readonly type: FieldType;
	readonly group: FieldGroup;
	/** True if the values can identify a person or a device. Personal fields are not selected by default. */
	readonly personal: boolean;
	readonly values?: readonly string[];
	/** Description in English, which is translated when it is displayed. */
	readonly meaning: string;
}

export const serviceFields = [
	{
		name: 'error',
		type: 'string',
		group: 'error',
		personal: false,
		meaning: 'Error text, often a multi-line stack trace',
	},
	{
		name: 'error_datetime',
		type: 'string',
		group: 'time',
		personal: false,
		meaning: 'When the error happened, by device time',
	},
	{ name: 'error_id', type: 'string', group: 'error', personal: false, meaning: 'Error ID' },
	{
		name: 'error_json',
		type: 'string',
		group: 'error',
		personal: false,
		meaning: 'Error parameters as JSON text',
	},
	{ name: 'error_name', type: 'string', group: 'error', personal: false, meaning: 'Error name' },
	{
		name: 'error_receive_datetime',
		type: 'string',
		group: 'time',
		personal: false,
		meaning: 'When the server received the error',
	},
	{
		name: 'error_receive_timestamp',
		type: 'integer',
		group: 'time',
		personal: false,
		meaning: 'When the server received the error (Unix time)',
	},
	{
		name: 'error_timestamp',
		type: 'integer',
		group: 'time',
		personal: false,
		meaning: 'When the error happened (Unix time)',
	},
	{
		name: 'analytics_device_id',
		type: 'integer',
		group: 'identity',
		personal: true,
		meaning: 'Device ID assigned by the service',
	},
	{ name: 'city', type: 'string', group: 'network', personal: false, meaning: 'City name in English' },
	{
		name: 'connection_type',
		type: 'string',
		group: 'network',
		personal: false,
		values: ['wifi', 'cell', 'unknown'],
		meaning: 'Connection type',
	},
	{ name: 'country_iso_code', type: 'string', group: 'network', personal: false, meaning: 'ISO country code' },
	{
		name: 'device_ipv6',
		type: 'string',
		group: 'identity',
		personal: true,
		meaning: 'IP address at the time of the error, in IPv6 notation',
	},
	{ name: 'device_locale', type: 'string', group: 'device', personal: false, meaning: 'Device language' },
	{ name: 'device_manufacturer', type: 'string', group: 'device', personal: false, meaning: 'Device manufacturer' },
	{ name: 'device_model', type: 'string', group: 'device', personal: false, meaning: 'Device model' },
	{
		name: 'device_type',
		type: 'string',
		group: 'device',
		personal: false,
		values: ['phone', 'tablet', 'unknown'],
		meaning: 'Device type',
	},
	{ name: 'google_aid', type: 'string', group: 'identity', personal: true, meaning: 'Google advertising ID' },
	{ name: 'ios_ifa', type: 'string', group: 'identity', personal: true, meaning: 'iOS advertising ID (IFA)' },
	{ name: 'ios_ifv', type: 'string', group: 'identity', personal: true, meaning: 'iOS vendor ID (IFV) for the app' },
	{ name: 'mcc', type: 'integer', group: 'network', personal: false, meaning: 'Mobile country code (MCC)' },
	{ name: 'mnc', type: 'integer', group: 'network', personal: false, meaning: 'Mobile network code (MNC)' },
	{ name: 'operator_name', type: 'string', group: 'network', personal: false, meaning: 'Mobile operator' },
	{
		name: 'os_name',
		type: 'string',
		group: 'device',
		personal: false,
		values: ['ios', 'android', 'windows'],
		meaning: 'Operating system',
	},
	{ name: 'os_version', type: 'string', group: 'device', personal: false, meaning: 'Operating system version' },
	{ name: 'profile_id', type: 'string', group: 'identity', personal: true, meaning: 'User profile ID' },
	{ name: 'windows_aid', type: 'string', group: 'identity', personal: true, meaning: 'Windows advertising ID' },
	{ name: 'app_package_name', type: 'string', group: 'app', personal: false, meaning: 'Package name or bundle ID' },
	{
		name: 'app_version_name',
		type: 'string',
		group: 'app',
		personal: false,
		meaning: 'App version name',
	},
	{ name: 'application_id', type: 'integer', group: 'app', personal: false, meaning: 'Application ID in the service' },
] as const satisfies readonly Field[];

export type ServiceFieldName = (typeof serviceFields)[number]['name'];

export const deviceField = 'analytics_device_id';

/**
 * Field that doesn't exist in the service. Instead, `deviceField` is requested, and its values are hashed before they
 * are saved.
 */
export const hashedDevices: Field = {
	name: 'hashed_device_id',
	type: 'string',
	group: 'identity',
	personal: false,
	meaning: 'Hashed device ID (for counting and comparing devices anonymously)',
};

export class FieldTable {
	readonly all: readonly Field[];
	/** Fields that the user can select, including fields that are computed from other fields. */
	readonly offered: readonly Field[];
	private readonly byName: ReadonlyMap<string, Field>;
	private readonly byLooseName: ReadonlyMap<string, Field>;

	/** @param additional Undocumented fields of the service. Names that are already known are ignored. */
	constructor(additional: readonly Field[] = []) {
		const known = new Set<string>(serviceFields.map((field) => field.name));
		this.all = [...serviceFields, ...additional.filter((field) => !known.has(field.name))];
		const behind = this.all.findIndex(({ name }) => name === deviceField) + 1;
		this.offered = this.all.toSpliced(behind, 0, hashedDevices);
		this.byName = new Map(this.offered.map((field) => [field.name, field]));
		this.byLooseName = new Map(this.offered.map((field) => [looseName(field.name), field]));
	}

	get(name: string): Field | undefined {
		return this.byName.get(name);
	}

	/** Finds a field by name. Case and separators are ignored, so `Error Name` and `errorName` find the same field. */
	getSimilar(name: string): Field | undefined {
		return this.byName.get(name) ?? this.byLooseName.get(looseName(name));
	}

	ordered(names: Iterable<string>): string[] {
		const wanted = new Set(names);
		return this.offered.filter((field) => wanted.has(field.name)).map((field) => field.name);
	}
}

function looseName(name: string): string {
	return name.replace(/[\s._-]/g, '').toLowerCase();
}

/**
 * Returns true if a string is a valid field name. Special characters are invalid, because names are sent in query
 * parameters without encoding.
 */
export function isFieldName(text: string): boolean {
	return /^[a-z][a-z0-9_]{0,63}$/.test(text);
}
