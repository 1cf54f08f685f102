import type { CommonTraits, TraitValue } from '../../../shared/comparison';
import { encodeGroupValue } from '../../../shared/groupValue';
import type { RecordQueries } from '../../../shared/recordsApi';
import { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from '../query/cachedSnapshot';
import { positionsWhere } from '../query/execution/selectPositions';
import { getTimeSpan, type Times } from '../query/execution/times';
import type { KeyCodes } from '../query/keys/keyCodes';
import { countCodes } from '../query/keys/tally';
import { compareCodePoints } from '../query/values/orderKey';
import { hourOfDay } from './periods';
import { type ContingencyTable, getPhi, logPValueOfTable } from './statistics/contingencyTable';

export const traitColumns = [
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

/** Thresholds for differences, correlation and significance. Firefox's crash correlations use the same values. */
const leastDifference = 0.15;
const leastPhi = 0.03;
const significanceLevel = 0.05;
const leastDevices = 2;
const maxTraits = 5;

/** Property of records. `codes` contains the code of each record's value, or 0 if the record has no value. */
interface Attribute extends Pick<KeyCodes, 'codes' | 'size'> {
	readonly name: string;
	text(code: number): string;
}

interface Representatives {
	readonly here: Uint32Array;
	readonly elsewhere: Uint32Array;
}

/** Returns the values that best distinguish a group's devices from devices without any record in the group. */
export async function commonTraits(
	snapshot: CachedSnapshot,
	{ view, key, value, timeZone }: RecordQueries['commonTraits']['params'],
	signal: AbortSignal,
): Promise<CommonTraits> {
	const scheduler = new Scheduler(signal);
	const { deviceColumn } = snapshot.info;
	const by = deviceColumn === undefined ? 'records' : 'devices';
	const keys = await snapshot.keyCodes(key, signal);
	const code = keys.codeOf(encodeGroupValue(value));
	if (code === undefined) {
		return { by, values: [] };
	}
	const numbers = await snapshot.selection(view.filters, signal);
	const devices =
		deviceColumn === undefined ? undefined : await snapshot.keyCodes({ kind: 'column', column: deviceColumn }, signal);
	const representatives = devices
		? await firstOfDevices(numbers, keys, code, devices, scheduler)
		: {
				here: await positionsWhere(numbers, (number) => keys.codes[number] === code, scheduler),
				elsewhere: await positionsWhere(numbers, (number) => keys.codes[number] !== code, scheduler),
			};
	const counted: CountedAttribute[] = [];
	for (const attribute of await attributesOf(snapshot, representatives, timeZone, scheduler)) {
		counted.push(await countAttribute(attribute, representatives, scheduler));
	}
	return { by, values: strongestTraits(counted) };
}

export interface CountedAttribute {
	readonly name: string;
	readonly hereOf: number;
	readonly elsewhereOf: number;
	readonly values: readonly { readonly value: string; readonly here: number; readonly elsewhere: number }[];
}

interface Candidate extends TraitValue {
	readonly table: ContingencyTable;
	readonly difference: number;
}

export function strongestTraits(counted: readonly CountedAttribute[]): TraitValue[] {
	const candidates = counted.flatMap(candidatesOf);
	// The significance level is adjusted for the number of tested values (Bonferroni correction).
	const mostLogChance = Math.log(significanceLevel / Math.max(1, candidates.length));
	const traits = candidates
		.filter(
			({ difference, table }) =>
				Math.abs(difference) >= leastDifference &&
				Math.abs(getPhi(table)) >= leastPhi &&
				logPValueOfTable(table) < mostLogChance,
		)
		// If the absolute differences are equal, the value that is more frequent in the group comes first.
		.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || b.difference - a.difference);
	const traitByAttribute = new Map<string, TraitValue>();
	for (const { attribute, value, here, elsewhere } of traits) {
		if (!traitByAttribute.has(attribute)) {
			traitByAttribute.set(attribute, { attribute, value, here, elsewhere });
		}
	}
	return [...traitByAttribute.values()].slice(0, maxTraits);
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

async function firstOfDevices(
	numbers: Uint32Array,
	{ codes }: KeyCodes,
	code: number,
	devices: KeyCodes,
	scheduler: Scheduler,
): Promise<Representatives> {
	// For each device, the number of its first record in the group plus 1, or 0 if the group contains no record of the
	// device.
	const here = new Uint32Array(devices.size);
	const anywhere = new Uint32Array(devices.size);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		markFirsts(numbers, from, to, { codes, code, devices: devices.codes, here, anywhere });
	});
	const found = { here: new Uint32Array(devices.size), elsewhere: new Uint32Array(devices.size) };
	const counts = { here: 0, elsewhere: 0 };
	await scheduler.forEachBatch(devices.size, (from, to) => {
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

interface MarkedDevices {
	readonly codes: KeyCodes['codes'];
	readonly code: number;
	readonly devices: KeyCodes['codes'];
	readonly here: Uint32Array;
	readonly anywhere: Uint32Array;
}

function markFirsts(
	numbers: Uint32Array,
	from: number,
	to: number,
	{ codes, code, devices, here, anywhere }: MarkedDevices,
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
	snapshot: CachedSnapshot,
	representatives: Representatives,
	timeZone: string,
	scheduler: Scheduler,
): Promise<readonly Attribute[]> {
	const found: Attribute[] = [];
	for (const name of traitColumns) {
		const column = snapshot.indexOf(name);
		const values = column === undefined ? undefined : snapshot.column(column).values;
		// Skips columns without a dictionary. Their values are mostly distinct, so devices rarely have a value in common.
		if (values?.kind === 'dictionary') {
			const { codes, size } = values;
			found.push({ name, codes, size, text: (code) => values.value(code) });
		}
	}
	const { timeColumn } = snapshot.info;
	if (timeColumn !== undefined) {
		const times = await snapshot.times(timeColumn, scheduler.signal);
		const codes = await hoursOf(representatives, times, snapshot.records, timeZone, scheduler);
		found.push({ name: 'hour', codes, size: 25, text: (code) => String(code - 1) });
	}
	return found;
}

/** Maps each record to its hour of the day plus 1, or to 0 if the record has no time. */
async function hoursOf(
	{ here, elsewhere }: Representatives,
	times: Times,
	records: number,
	timeZone: string,
	scheduler: Scheduler,
): Promise<Uint8Array> {
	const hours = new Uint8Array(records);
	const spans = [await getTimeSpan(here, times, scheduler), await getTimeSpan(elsewhere, times, scheduler)];
	const [first, last] = [Math.min(...spans.map(({ first }) => first)), Math.max(...spans.map(({ last }) => last))];
	if (first > last) {
		return hours;
	}
	const hourAt = hourOfDay(first, last, timeZone);
	for (const some of [here, elsewhere]) {
		await scheduler.forEachBatch(some.length, (from, to) => {
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
	scheduler: Scheduler,
): Promise<CountedAttribute> {
	const { name, size, text } = attribute;
	const hereCounts = await countCodes(here, attribute, scheduler);
	const elsewhereCounts = await countCodes(elsewhere, attribute, scheduler);
	const values: CountedAttribute['values'][number][] = [];
	await scheduler.forEachBatch(size, (from, to) => {
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
