/**
 * The fields of an error record (service document, section 2.1): the one table that the wizard, the validation,
 * the decoding, the sample service and the tests read.
 */

type FieldType = 'string' | 'integer';

/** How the wizard groups the fields; `identity` holds what can point at a person. */
export const fieldGroups = ['error', 'time', 'app', 'device', 'network', 'identity'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

export interface Field {
	readonly name: string;
	readonly type: FieldType;
	readonly group: FieldGroup;
	/** Whether values can identify a person or a device; such fields are off until chosen. */
	readonly personal: boolean;
	/** The only values the service knows, where it enumerates them. */
	readonly values?: readonly string[];
	/** One line of plain English; translated where it is shown. */
	readonly meaning: string;
}

export const serviceFields = [
	{
		name: 'error',
		type: 'string',
		group: 'error',
		personal: false,
		meaning: 'Error text, often a stack trace over many lines',
	},
	{
		name: 'error_datetime',
		type: 'string',
		group: 'time',
		personal: false,
		meaning: 'When the error happened, by the device clock',
	},
	{ name: 'error_id', type: 'string', group: 'error', personal: false, meaning: 'Error ID' },
	{
		name: 'error_json',
		type: 'string',
		group: 'error',
		personal: false,
		meaning: 'Parameters of the error as JSON text',
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
		meaning: 'When the server received the error, Unix time',
	},
	{
		name: 'error_timestamp',
		type: 'integer',
		group: 'time',
		personal: false,
		meaning: 'When the error happened, Unix time',
	},
	{
		name: 'analytics_device_id',
		type: 'integer',
		group: 'identity',
		personal: true,
		meaning: 'Device ID given by the service',
	},
	{ name: 'city', type: 'string', group: 'network', personal: false, meaning: 'City, in English' },
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
		meaning: 'IP address at the time, in IPv6 notation',
	},
	{ name: 'device_locale', type: 'string', group: 'device', personal: false, meaning: 'Language set on the device' },
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
	{ name: 'mcc', type: 'integer', group: 'network', personal: false, meaning: 'Mobile country code' },
	{ name: 'mnc', type: 'integer', group: 'network', personal: false, meaning: 'Mobile network code' },
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
		meaning: 'App version as the developer wrote it',
	},
	{ name: 'application_id', type: 'integer', group: 'app', personal: false, meaning: 'Application ID in the service' },
] as const satisfies readonly Field[];

export type ServiceFieldName = (typeof serviceFields)[number]['name'];

/** The field that identifies devices. */
export const deviceField = 'analytics_device_id';

/**
 * Asked for as `deviceField`, whose values become hashes with a key before they are written: devices can be counted and
 * compared, and nobody can tell which they are. The service does not know it.
 */
export const hashedDevices: Field = {
	name: 'hashed_device_id',
	type: 'string',
	group: 'identity',
	personal: false,
	meaning: 'Device, as a hash: can be counted and compared, not recognised',
};

/** The service's fields plus those a person added by setting, in one order, looked up by name. */
export class FieldTable {
	/** What the service can be asked for. */
	readonly all: readonly Field[];
	/** What a person can choose: also what is made of other fields on the way to the disk. */
	readonly offered: readonly Field[];
	private readonly byName: ReadonlyMap<string, Field>;

	/** @param additional Fields a live service has and its document does not; a known name is left as it is. */
	constructor(additional: readonly Field[] = []) {
		const known = new Set<string>(serviceFields.map((field) => field.name));
		this.all = [...serviceFields, ...additional.filter((field) => !known.has(field.name))];
		const behind = this.all.findIndex(({ name }) => name === deviceField) + 1;
		this.offered = this.all.toSpliced(behind, 0, hashedDevices);
		this.byName = new Map(this.offered.map((field) => [field.name, field]));
	}

	get(name: string): Field | undefined {
		return this.byName.get(name);
	}

	/** Names in the order of the table, which is the order a request carries them in. */
	ordered(names: Iterable<string>): string[] {
		const wanted = new Set(names);
		return this.offered.filter((field) => wanted.has(field.name)).map((field) => field.name);
	}
}

/** What a field name may look like: it becomes a query parameter as it is. */
export function isFieldName(text: string): boolean {
	return /^[a-z][a-z0-9_]{0,63}$/.test(text);
}
