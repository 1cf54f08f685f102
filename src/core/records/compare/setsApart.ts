import type { ApartValue, SetsApart } from '../../../shared/comparison';
import { encodeGroupValue } from '../../../shared/groupValue';
import type { RecordQueries } from '../../../shared/recordsApi';
import { Pace } from '../../common/pace';
import type { KeyCodes } from '../query/keys/keyCodes';
import type { Prepared } from '../query/prepared';
import type { Snapshot } from '../query/work/snapshot';
import { hourOfDay } from './periods';
import { type Fourfold, logFourfoldChance, phiOf } from './statistics/fourfold';

/** Columns that may set a group apart. */
const attributes = [
	'os_version',
	'device_manufacturer',
	'device_model',
	'app_version_name',
	'country_iso_code',
	'connection_type',
	'device_type',
	'device_locale',
	'operator_name',
] as const;

/** As found good by who looked for what sets crashes apart before (crash correlations of Firefox). */
const leastDifference = 0.15;
const leastPhi = 0.03;
const mostChance = 0.05;
/** A value of one device is none that devices have in common. */
const leastDevices = 2;
const maxTold = 5;

/** Numbers by which values are told, and the values. */
interface Attribute {
	readonly name: string;
	readonly size: number;
	/** 0 where a record tells none. */
	codeOf(record: number): number;
	text(code: number): string;
}

/** A record for each device, or each record. */
interface Representatives {
	readonly here: Uint32Array;
	readonly elsewhere: Uint32Array;
}

/** The values by which the devices of a group differ most from those that have none of its records. */
export async function setsApart(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, key, value, timeZone }: RecordQueries['setsApart']['params'],
	signal: AbortSignal,
): Promise<SetsApart> {
	const pace = new Pace(signal);
	const { deviceColumn } = snapshot.info;
	const by = deviceColumn === undefined ? 'records' : 'devices';
	const keys = await prepared.keyCodes(snapshot, key, signal);
	const code = keys.codeOf(encodeGroupValue(value));
	if (code === undefined) {
		return { by, values: [] };
	}
	const numbers = await prepared.selection(snapshot, view.filters, signal);
	const devices =
		deviceColumn === undefined
			? undefined
			: await prepared.keyCodes(snapshot, { kind: 'column', column: deviceColumn }, signal);
	const representatives = devices
		? await firstOfDevices(numbers, keys, code, devices, pace)
		: await ofRecords(numbers, keys, code, pace);
	const found: Candidate[] = [];
	let tested = 0;
	for (const attribute of await attributesOf(prepared, snapshot, representatives, timeZone, pace)) {
		const candidates = await candidatesOf(attribute, representatives, pace);
		tested += candidates.length;
		found.push(...candidates);
	}
	return { by, values: mostApart(found, Math.log(mostChance / Math.max(1, tested))) };
}

interface Candidate extends ApartValue {
	readonly table: Fourfold;
	readonly difference: number;
}

/** Of each attribute the value that differs most. @param mostLogChance For one of all that were tested. */
function mostApart(candidates: readonly Candidate[], mostLogChance: number): ApartValue[] {
	const apart = candidates
		.filter(
			({ difference, table }) =>
				Math.abs(difference) >= leastDifference &&
				Math.abs(phiOf(table)) >= leastPhi &&
				logFourfoldChance(table) < mostLogChance,
		)
		// What is there tells more than what is not.
		.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.difference - a.difference);
	const told = new Map<string, ApartValue>();
	for (const { attribute, value, here, elsewhere } of apart) {
		if (!told.has(attribute)) {
			told.set(attribute, { attribute, value, here, elsewhere });
		}
	}
	return [...told.values()].slice(0, maxTold);
}

/**
 * A device has one vote, whatever it has been through since: that of its first record in the group, or else of its first one
 * at all. Records without a device have none.
 */
async function firstOfDevices(
	numbers: Uint32Array,
	{ codes }: KeyCodes,
	code: number,
	devices: KeyCodes,
	pace: Pace,
): Promise<Representatives> {
	// Numbers of records, from 1 on.
	const here = new Uint32Array(devices.size);
	const anywhere = new Uint32Array(devices.size);
	await pace.walk(numbers.length, (from, to) => {
		markFirsts(numbers, from, to, codes, code, devices.codes, here, anywhere);
	});
	const found = { here: new Uint32Array(devices.size), elsewhere: new Uint32Array(devices.size) };
	const counts = { here: 0, elsewhere: 0 };
	await pace.walk(devices.size, (from, to) => {
		for (let device = Math.max(1, from); device < to; device++) {
			const first = here[device] ?? 0;
			const other = anywhere[device] ?? 0;
			if (first > 0) {
				found.here[counts.here++] = first - 1;
			} else if (other > 0) {
				found.elsewhere[counts.elsewhere++] = other - 1;
			}
		}
	});
	return { here: found.here.subarray(0, counts.here), elsewhere: found.elsewhere.subarray(0, counts.elsewhere) };
}

function markFirsts(
	numbers: Uint32Array,
	from: number,
	to: number,
	codes: KeyCodes['codes'],
	code: number,
	devices: KeyCodes['codes'],
	here: Uint32Array,
	anywhere: Uint32Array,
): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const device = devices[number] ?? 0;
		if (anywhere[device] === 0) {
			anywhere[device] = number + 1;
		}
		if (codes[number] === code && here[device] === 0) {
			here[device] = number + 1;
		}
	}
}

async function ofRecords(
	numbers: Uint32Array,
	{ codes }: KeyCodes,
	code: number,
	pace: Pace,
): Promise<Representatives> {
	const found = { here: new Uint32Array(numbers.length), elsewhere: new Uint32Array(numbers.length) };
	const counts = { here: 0, elsewhere: 0 };
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const side = codes[number] === code ? 'here' : 'elsewhere';
			found[side][counts[side]++] = number;
		}
	});
	return { here: found.here.subarray(0, counts.here), elsewhere: found.elsewhere.subarray(0, counts.elsewhere) };
}

async function attributesOf(
	prepared: Prepared,
	snapshot: Snapshot,
	representatives: Representatives,
	timeZone: string,
	pace: Pace,
): Promise<readonly Attribute[]> {
	const found: Attribute[] = [];
	for (const name of attributes) {
		const column = snapshot.indexOf(name);
		const values = column === undefined ? undefined : snapshot.column(column).values;
		// What has so many values that they are not in memory is none that many devices have in common.
		if (values?.kind === 'dictionary') {
			const { codes, size } = values;
			found.push({ name, size, codeOf: (record) => codes[record] ?? 0, text: (code) => values.value(code) });
		}
	}
	const { timeColumn } = snapshot.info;
	if (timeColumn !== undefined) {
		const times = await prepared.times(snapshot, timeColumn, pace.signal);
		let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		for (const records of [representatives.here, representatives.elsewhere]) {
			await pace.walk(records.length, (from, to) => {
				for (let index = from; index < to; index++) {
					const time = times[records[index] ?? 0] ?? Number.NaN;
					first = time < first ? time : first;
					last = time > last ? time : last;
				}
			});
		}
		if (first <= last) {
			const hourAt = hourOfDay(first, last, timeZone);
			const codeOf = (record: number) => {
				const time = times[record] ?? Number.NaN;
				return Number.isNaN(time) ? 0 : 1 + hourAt(time);
			};
			found.push({ name: 'hour', size: 25, codeOf, text: (code) => String(code - 1) });
		}
	}
	return found;
}

async function candidatesOf(
	{ name, size, codeOf, text }: Attribute,
	{ here, elsewhere }: Representatives,
	pace: Pace,
): Promise<Candidate[]> {
	const counts = [await countEach(here, size, codeOf, pace), await countEach(elsewhere, size, codeOf, pace)] as const;
	const [hereCounts, elsewhereCounts] = counts;
	const [hereOf, elsewhereOf] = [here.length - (hereCounts[0] ?? 0), elsewhere.length - (elsewhereCounts[0] ?? 0)];
	const found: Candidate[] = [];
	if (hereOf === 0 || elsewhereOf === 0) {
		return found;
	}
	await pace.walk(size, (from, to) => {
		for (let code = Math.max(1, from); code < to; code++) {
			const [one, other] = [hereCounts[code] ?? 0, elsewhereCounts[code] ?? 0];
			if (one + other >= leastDevices) {
				found.push({
					attribute: name,
					value: text(code),
					here: { with: one, of: hereOf },
					elsewhere: { with: other, of: elsewhereOf },
					table: { with: one, without: hereOf - one, otherWith: other, otherWithout: elsewhereOf - other },
					difference: one / hereOf - other / elsewhereOf,
				});
			}
		}
	});
	return found;
}

async function countEach(
	records: Uint32Array,
	size: number,
	codeOf: Attribute['codeOf'],
	pace: Pace,
): Promise<Uint32Array> {
	const counts = new Uint32Array(size);
	await pace.walk(records.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = codeOf(records[index] ?? 0);
			counts[code] = (counts[code] ?? 0) + 1;
		}
	});
	return counts;
}
