import type { ApartValue, SetsApart } from '../../../shared/comparison';
import { encodeGroupValue } from '../../../shared/groupValue';
import type { RecordQueries } from '../../../shared/recordsApi';
import { Pace } from '../../common/pace';
import type { KeyCodes } from '../query/keys/keyCodes';
import { countCodes } from '../query/keys/tally';
import type { Prepared } from '../query/prepared';
import { compareCodePoints } from '../query/values/orderKey';
import { keepWhere } from '../query/work/keep';
import type { Snapshot } from '../query/work/snapshot';
import { type Times, timeSpanOf } from '../query/work/times';
import { hourOfDay } from './periods';
import { type Fourfold, logFourfoldChance, phiOf } from './statistics/fourfold';

/** Columns that may set a group apart. */
export const apartColumns = [
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

/** Numbers by which values are told, 0 where a record tells none, and the values. */
interface Attribute extends Pick<KeyCodes, 'codes' | 'size'> {
	readonly name: string;
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
		: {
				here: await keepWhere(numbers, (number) => keys.codes[number] === code, pace),
				elsewhere: await keepWhere(numbers, (number) => keys.codes[number] !== code, pace),
			};
	const counted: CountedAttribute[] = [];
	for (const attribute of await attributesOf(prepared, snapshot, representatives, timeZone, pace)) {
		counted.push(await countAttribute(attribute, representatives, pace));
	}
	return { by, values: mostApart(counted) };
}

/** How many of those that represent have a value, in the group and elsewhere. */
export interface CountedAttribute {
	readonly name: string;
	/** Those that have any. */
	readonly hereOf: number;
	readonly elsewhereOf: number;
	readonly values: readonly { readonly value: string; readonly here: number; readonly elsewhere: number }[];
}

interface Candidate extends ApartValue {
	readonly table: Fourfold;
	readonly difference: number;
}

/** Of each attribute the value that differs most. */
export function mostApart(counted: readonly CountedAttribute[]): ApartValue[] {
	const candidates = counted.flatMap(candidatesOf);
	// For one of all that are tested.
	const mostLogChance = Math.log(mostChance / Math.max(1, candidates.length));
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

function candidatesOf({ name, hereOf, elsewhereOf, values }: CountedAttribute): Candidate[] {
	if (hereOf === 0 || elsewhereOf === 0) {
		return [];
	}
	return values
		.filter(({ here, elsewhere }) => here + elsewhere >= leastDevices)
		.toSorted((a, b) => compareCodePoints(a.value, b.value))
		.map(({ value, here, elsewhere }) => ({
			attribute: name,
			value,
			here: { with: here, of: hereOf },
			elsewhere: { with: elsewhere, of: elsewhereOf },
			table: { with: here, without: hereOf - here, otherWith: elsewhere, otherWithout: elsewhereOf - elsewhere },
			difference: here / hereOf - elsewhere / elsewhereOf,
		}));
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

async function attributesOf(
	prepared: Prepared,
	snapshot: Snapshot,
	representatives: Representatives,
	timeZone: string,
	pace: Pace,
): Promise<readonly Attribute[]> {
	const found: Attribute[] = [];
	for (const name of apartColumns) {
		const column = snapshot.indexOf(name);
		const values = column === undefined ? undefined : snapshot.column(column).values;
		// What has so many values that they are not in memory is none that many devices have in common.
		if (values?.kind === 'dictionary') {
			const { codes, size } = values;
			found.push({ name, codes, size, text: (code) => values.value(code) });
		}
	}
	const { timeColumn } = snapshot.info;
	if (timeColumn !== undefined) {
		const times = await prepared.times(snapshot, timeColumn, pace.signal);
		const codes = await hoursOf(representatives, times, snapshot.records, timeZone, pace);
		found.push({ name: 'hour', codes, size: 25, text: (code) => String(code - 1) });
	}
	return found;
}

/** By record that represents: the hour of the day that a clock shows, from 1 on. */
async function hoursOf(
	{ here, elsewhere }: Representatives,
	times: Times,
	records: number,
	timeZone: string,
	pace: Pace,
): Promise<Uint8Array> {
	const hours = new Uint8Array(records);
	const spans = [await timeSpanOf(here, times, pace), await timeSpanOf(elsewhere, times, pace)];
	const [first, last] = [Math.min(...spans.map(({ first }) => first)), Math.max(...spans.map(({ last }) => last))];
	if (first > last) {
		return hours;
	}
	const hourAt = hourOfDay(first, last, timeZone);
	for (const some of [here, elsewhere]) {
		await pace.walk(some.length, (from, to) => {
			for (let index = from; index < to; index++) {
				const record = some[index] ?? 0;
				const time = times[record] ?? Number.NaN;
				hours[record] = Number.isNaN(time) ? 0 : 1 + hourAt(time);
			}
		});
	}
	return hours;
}

async function countAttribute(
	attribute: Attribute,
	{ here, elsewhere }: Representatives,
	pace: Pace,
): Promise<CountedAttribute> {
	const { name, size, text } = attribute;
	const hereCounts = await countCodes(here, attribute, pace);
	const elsewhereCounts = await countCodes(elsewhere, attribute, pace);
	const values: CountedAttribute['values'][number][] = [];
	await pace.walk(size, (from, to) => {
		for (let code = Math.max(1, from); code < to; code++) {
			const [one, other] = [hereCounts[code] ?? 0, elsewhereCounts[code] ?? 0];
			if (one + other > 0) {
				values.push({ value: text(code), here: one, elsewhere: other });
			}
		}
	});
	return {
		name,
		hereOf: here.length - (hereCounts[0] ?? 0),
		elsewhereOf: elsewhere.length - (elsewhereCounts[0] ?? 0),
		values,
	};
}
