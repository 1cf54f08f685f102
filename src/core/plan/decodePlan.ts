import { type CivilTime, isCivilTime } from '../../shared/civilTime';
import { isObject, type JsonMembers } from '../common/parseJson';
import { chunkings, dateDimensions, type Filter, formats, type OutputView, outputViews, type Plan } from './plan';
import { maxDays, type Range } from './range';

export function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export function oneOf<T>(value: unknown, known: readonly T[]): T | undefined {
	return known.find((candidate) => candidate === value);
}

export function decodePlan(value: unknown): Plan | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const common = decodeCommon(value);
	const range = decodeRange(value['range']);
	const view = decodeView(value['view']);
	const chunking = oneOf(value['chunking'], chunkings);
	if (!common || !range || !view || chunking !== value['chunking']) {
		return undefined;
	}
	// Plans from early versions don't specify whether to split the export into chunks.
	return { ...common, view, range, ...(chunking && { chunking }) };
}

export function decodeCommon(value: JsonMembers): Omit<Plan, 'range' | 'view' | 'chunking'> | undefined {
	const application = decodeApplication(value['application']);
	const format = oneOf(value['format'], formats);
	const dateDimension = oneOf(value['dateDimension'], dateDimensions);
	const { fields, filters, limit, byteOrderMark, skipUnavailableShards, deviceKey } = value;
	if (
		!application ||
		!format ||
		!dateDimension ||
		!isListOf(fields, isString) ||
		!isListOf(filters, isFilter) ||
		!(limit === undefined || isCount(limit)) ||
		typeof byteOrderMark !== 'boolean' ||
		typeof skipUnavailableShards !== 'boolean' ||
		!(deviceKey === undefined || isString(deviceKey))
	) {
		return undefined;
	}
	const plainFilters = filters.map(({ field, value }) => ({ field, value }));
	return {
		application,
		format,
		dateDimension,
		fields,
		filters: plainFilters,
		...(limit !== undefined && { limit }),
		byteOrderMark,
		skipUnavailableShards,
		...(deviceKey !== undefined && { deviceKey }),
	};
}

function decodeApplication(value: unknown): Plan['application'] | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { id, name } = value;
	if (!isString(id) || !(name === undefined || isString(name))) {
		return undefined;
	}
	return { id, ...(name !== undefined && { name }) };
}

/** Decodes the output view. Plans from early versions have no view, because exports were always opened as documents. */
function decodeView(value: unknown): OutputView | undefined {
	return value === undefined ? 'document' : oneOf(value, outputViews);
}

function decodeRange(value: unknown): Range | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const kind = oneOf(value['kind'], ['last24Hours', 'lastHours', 'lastDays', 'today', 'yesterday', 'between'] as const);
	switch (kind) {
		case undefined:
			return undefined;
		case 'lastDays': {
			const days = decodeCount(value['days'], maxDays);
			return days === undefined ? undefined : { kind, days };
		}
		case 'lastHours': {
			const hours = decodeCount(value['hours'], 24 * maxDays);
			return hours === undefined ? undefined : { kind, hours };
		}
		case 'between': {
			const since = decodeCivil(value['since']);
			const until = decodeCivil(value['until']);
			return since && until && { kind, since, until };
		}
		default:
			return { kind };
	}
}

function decodeCount(value: unknown, most: number): number | undefined {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= most ? value : undefined;
}

function decodeCivil(value: unknown): CivilTime | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { year, month, day, hour, minute, second } = value;
	if (!isCount(year) || !isCount(month) || !isCount(day) || !isCount(hour) || !isCount(minute) || !isCount(second)) {
		return undefined;
	}
	const time = { year, month, day, hour, minute, second };
	return isCivilTime(time) ? time : undefined;
}

export function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
	return Array.isArray(value) && value.every(isItem);
}

export function isString(value: unknown): value is string {
	return typeof value === 'string';
}

function isFilter(value: unknown): value is Filter {
	return isObject(value) && isString(value['field']) && isString(value['value']);
}
