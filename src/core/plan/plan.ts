import { type CivilTime, compareCivil, formatCivil } from '../../shared/civilTime';
import type { PlanProblem } from '../common/errors';
import { isApplicationId } from './applicationId';
import type { FieldTable } from './fields';
import { deviceField, hashedDevices, isFieldName } from './fields';
import { type Range, resolveRange, type Zone } from './range';

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

export const outputViews = ['results', 'document'] as const;
export type OutputView = (typeof outputViews)[number];

/** Time that a range refers to: event time or receive time (service document, section 4.2, `date_dimension`). */
export const dateDimensions = ['default', 'receive'] as const;
export type DateDimension = (typeof dateDimensions)[number];

export const chunkings = ['day', 'hour'] as const;
export type Chunking = (typeof chunkings)[number];

/** Equality filter. The service supports no other filters, and only one value for each field. */
export interface Filter {
	readonly field: string;
	readonly value: string;
}

export interface Plan {
	readonly application: { readonly id: string; readonly name?: string | undefined };
	readonly format: Format;
	/** `synced` creates synced records instead of an export. */
	readonly view: OutputView | 'synced';
	readonly range: Range;
	readonly dateDimension: DateDimension;
	readonly fields: readonly string[];
	readonly filters: readonly Filter[];
	/** Maximum number of records. If undefined, the service's maximum applies. */
	readonly limit?: number | undefined;
	readonly byteOrderMark: boolean;
	readonly skipUnavailableShards: boolean;
	/** ID of the key that hashes device IDs, if they are hashed. Resuming the export requires the same key. */
	readonly deviceKey?: string | undefined;
	/** Undefined for a single request, which is split if the service rejects it as too large. */
	readonly chunking?: Chunking | undefined;
}

/** Plan with a resolved range. `since` and `until` are local times such as `2026-03-01 12:00:00`. */
export interface Question extends Omit<Plan, 'range' | 'view' | 'chunking'> {
	readonly since: string;
	readonly until: string;
}

const earliestYear = 2000;

/** Fields that are selected by default. They contain no personal data, but are sufficient to analyze errors. */
export const usualFields: readonly string[] = [
	'error',
	'error_datetime',
	'error_id',
	'error_name',
	'error_timestamp',
	'country_iso_code',
	'device_manufacturer',
	'device_model',
	'device_type',
	'os_name',
	'os_version',
	'app_version_name',
];

export function firstPlan(application: Plan['application'], countsDevices = false): Plan {
	return {
		application,
		format: 'csv',
		view: 'results',
		range: { kind: 'lastDays', days: 7 },
		dateDimension: 'default',
		fields: countsDevices ? [...usualFields, hashedDevices.name] : usualFields,
		filters: [],
		byteOrderMark: false,
		skipUnavailableShards: false,
	};
}

export function resolveQuestion(plan: Plan, now: Date, zone: Zone): Question {
	const { range, view: _, chunking: __, ...rest } = plan;
	const { since, until } = resolveRange(range, now, zone);
	return { ...rest, since: formatCivil(since), until: formatCivil(until) };
}

/**
 * Returns the first reason why the service would reject or misinterpret the plan, or undefined if the plan is valid.
 */
export function findPlanProblem(
	plan: Omit<Plan, 'range' | 'view'> & { range?: Range },
	fields: FieldTable,
): PlanProblem | undefined {
	if (!isApplicationId(plan.application.id)) {
		return { kind: 'applicationId', text: plan.application.id };
	}
	if (plan.fields.length === 0) {
		return { kind: 'noFields' };
	}
	const names = [...plan.fields, ...plan.filters.map((filter) => filter.field)];
	const unknown = names.find((name) => !fields.get(name) || !isFieldName(name));
	if (unknown !== undefined) {
		return { kind: 'unknownField', field: unknown };
	}
	if (plan.fields.includes(hashedDevices.name) && plan.fields.includes(deviceField)) {
		return { kind: 'deviceTwice', field: deviceField, hashed: hashedDevices.name };
	}
	const seen = new Set<string>();
	for (const filter of plan.filters) {
		if (seen.has(filter.field)) {
			return { kind: 'duplicateFilter', field: filter.field };
		}
		seen.add(filter.field);
		const problem = findFilterProblem(filter, fields);
		if (problem) {
			return problem;
		}
	}
	if (plan.limit !== undefined && !(Number.isSafeInteger(plan.limit) && plan.limit > 0)) {
		return { kind: 'limit' };
	}
	if (plan.range?.kind === 'between') {
		const { since, until } = plan.range;
		return findYearProblem(since) ?? findOrderProblem(since, until);
	}
	return undefined;
}

/** Validates the value of a filter against the declared type of the field (service document, section 2.1). */
export function findFilterProblem({ field, value }: Filter, fields: FieldTable): PlanProblem | undefined {
	const declared = fields.get(field);
	if (!declared || !isFieldName(field) || field === hashedDevices.name) {
		return { kind: 'unknownField', field };
	}
	// A lone surrogate can't be encoded in UTF-8, so a different value would be sent.
	if (value === '' || /\p{Cs}/u.test(value)) {
		return { kind: 'filterValue', field, expected: 'someText' };
	}
	if (declared.type === 'integer' && !/^-?\d{1,20}$/.test(value)) {
		return { kind: 'filterValue', field, expected: 'integer' };
	}
	if (declared.values && !declared.values.includes(value)) {
		return { kind: 'filterValue', field, expected: 'oneOf' };
	}
	return undefined;
}

export function findYearProblem({ year }: CivilTime): PlanProblem | undefined {
	return year < earliestYear ? { kind: 'rangeYear', year, earliest: earliestYear } : undefined;
}

export function findOrderProblem(since: CivilTime, until: CivilTime): PlanProblem | undefined {
	return compareCivil(since, until) > 0
		? { kind: 'rangeOrder', since: formatCivil(since), until: formatCivil(until) }
		: undefined;
}
