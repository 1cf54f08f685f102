import type { ServiceFieldName } from '../../core/plan/fields';
import { formatCivil, fromUtc } from '../../shared/civilTime';
import { oddTexts } from '../world/oddTexts';
import type { Draws } from '../world/random';
import { type RecordCursor, trait } from './cursor';

type SampleColumn = (record: RecordCursor) => string;

/** Generators of field values. The type ensures that every field of the service has a generator. */
const columns: Readonly<Record<ServiceFieldName, SampleColumn>> = {
	error: (record) => record.errorText,
	error_datetime: (record) => civilText(record.history.clock.localSeconds(record.happened)),
	error_id: (record) => record.errorId,
	error_json: (record) => parameters(record.drawsFor(trait.parameters)),
	error_name: (record) => record.errorName,
	error_receive_datetime: (record) => civilText(record.history.clock.localSeconds(record.received)),
	error_receive_timestamp: (record) => String(record.received),
	error_timestamp: (record) => String(record.happened),
	analytics_device_id: (record) => record.device.id,
	city: (record) => record.device.city,
	connection_type: (record) =>
		record.drawsFor(trait.connection).pick(['wifi', 'wifi', 'wifi', 'cell', 'cell', 'unknown']),
	country_iso_code: (record) => record.device.country.code,
	device_ipv6: (record) => record.device.address,
	device_locale: (record) => record.device.locale,
	device_manufacturer: (record) => record.device.model.manufacturer,
	device_model: (record) => record.device.model.name,
	device_type: (record) => record.device.model.type,
	google_aid: (record) => record.device.googleId,
	ios_ifa: (record) => record.device.appleAdvertisingId,
	ios_ifv: (record) => record.device.appleVendorId,
	mcc: (record) => (record.device.operator ? String(record.device.country.mcc) : ''),
	mnc: (record) => (record.device.operator ? String(record.device.operator.mnc) : ''),
	operator_name: (record) => record.device.operator?.name ?? '',
	os_name: (record) => record.device.os,
	os_version: (record) => record.device.osVersion,
	profile_id: (record) => record.device.profileId,
	windows_aid: (record) => record.device.windowsId,
	app_package_name: (record) => record.packageName,
	app_version_name: (record) => record.version.name,
	application_id: (record) => String(record.history.application.id),
};

const byName: ReadonlyMap<string, SampleColumn> = new Map(Object.entries(columns));

export function getColumn(field: string): SampleColumn {
	const column = byName.get(field);
	if (!column) {
		throw new RangeError(`no such field: ${field}`);
	}
	return column;
}

function civilText(localSeconds: number): string {
	return formatCivil(fromUtc(localSeconds * 1000));
}

const screens = ['cart', 'catalog', 'checkout', 'search', 'settings', 'поиск', '購物車'] as const;

function parameters(draws: Draws): string {
	const kind = draws.below(1000);
	if (kind < 380) {
		return '';
	}
	if (kind < 780) {
		return JSON.stringify(flat(draws));
	}
	if (kind < 920) {
		return JSON.stringify({
			...flat(draws),
			environment: { memory: { free: draws.below(4_000_000_000), low: draws.below(2) === 0 }, threads: ['main', 'io'] },
			'cart.lines': [{ id: draws.uuid(), quantity: draws.between(1, 9) }],
		});
	}
	if (kind < 950) {
		return '{}';
	}
	if (kind < 960) {
		return 'null';
	}
	if (kind < 975) {
		return JSON.stringify({ note: draws.pick(oddTexts), ключ: '值', '🔑': draws.pick(oddTexts) });
	}
	if (kind < 985) {
		return draws.pick(['{"screen":"cart"', "{'screen': 'cart'}", '{screen: cart}', 'screen=cart; retry=2', '{"a":1}}']);
	}
	if (kind < 990) {
		return JSON.stringify([flat(draws), null, 12.5, draws.pick(oddTexts)]);
	}
	if (kind < 995) {
		return JSON.stringify(JSON.stringify(flat(draws)));
	}
	if (kind < 999) {
		return '{\n\t"screen": "cart",\n\t"id": 13253214513212345678\n}';
	}
	// A few records contain a very long string, because some CSV parsers limit values to 128 KiB.
	return draws.below(4) === 0 ? JSON.stringify({ log: `${'line of a log, "quoted"\n'.repeat(6000)}` }) : '""';
}

function flat(draws: Draws): Record<string, string> {
	return {
		screen: draws.pick(screens),
		retry: String(draws.below(4)),
		online: String(draws.below(5) > 0),
		...(draws.below(3) === 0 ? { 'user.note': draws.pick(oddTexts) } : {}),
	};
}
