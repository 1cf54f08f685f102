import { type CivilTime, compareCivil, formatCivil } from '../../shared/civilTime';
import type { PlanProblem } from '../common/errors';
import { isApplicationId } from './applicationId';
import type { FieldTable } from './fields';
import { deviceField, hashedDevices, isFieldName } from './fields';
import { type Range, resolveRange, type Zone } from './range';

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** What a finished export opens as. */
export const outputViews = ['results', 'document'] as const;
export type OutputView = (typeof outputViews)[number];

/** Which clock the range is about (service document, section 4.2, `date_dimension`). */
export const dateDimensions = ['default', 'receive'] as const;
export type DateDimension = (typeof dateDimensions)[number];

/** Pieces of the service's calendar that a range can be asked for in. */
export const slicings = ['day', 'hour'] as const;
export type Slicing = (typeof slicings)[number];

/** Equality with one value; the service knows no other filter, and one value a field. */
export interface Filter {
	readonly field: string;
	readonly value: string;
}

/** Everything a person can choose except the application's account. Ranges stay relative until asked. */
export interface Plan {
	readonly application: { readonly id: string; readonly name?: string | undefined };
	readonly format: Format;
	/** `kept`: no export, but a set of records that is kept current. */
	readonly view: OutputView | 'kept';
	readonly range: Range;
	readonly dateDimension: DateDimension;
	readonly fields: readonly string[];
	readonly filters: readonly Filter[];
	/** Undefined: the service's own maximum applies. */
	readonly limit?: number | undefined;
	readonly byteOrderMark: boolean;
	readonly skipUnavailableShards: boolean;
	/** ID of the key that devices are hashed with, where they are: what was begun with one goes on with no other. */
	readonly deviceKey?: string | undefined;
	/** Undefined: in one piece, unless the service refuses it as too large. */
	readonly slicing?: Slicing | undefined;
}

/** A plan at a moment: what is really sent. `since` and `until` are in the long form of the service document. */
export interface Question extends Omit<Plan, 'range' | 'view' | 'slicing'> {
	readonly since: string;
	readonly until: string;
}

const earliestYear = 2000;

/** Fields which are asked for when nobody chose any: nothing that points at a person, enough to see what broke where. */
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

/** The plan a first export of an application starts from. */
export function firstPlan(application: Plan['application']): Plan {
	return {
		application,
		format: 'csv',
		view: 'results',
		range: { kind: 'lastDays', days: 7 },
		dateDimension: 'default',
		fields: usualFields,
		filters: [],
		byteOrderMark: false,
		skipUnavailableShards: false,
	};
}

/** Fixes a plan's range at `now` on the zone's clock. */
export function askNow(plan: Plan, now: Date, zone: Zone): Question {
	const { range, view: _, slicing: __, ...rest } = plan;
	const { since, until } = resolveRange(range, now, zone);
	return { ...rest, since: formatCivil(since), until: formatCivil(until) };
}

/** The first thing that would make the service refuse or misread the plan, if any. */
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

/** Checks one filter's value against the field's declared type (service document, section 2.1). */
export function findFilterProblem({ field, value }: Filter, fields: FieldTable): PlanProblem | undefined {
	const declared = fields.get(field);
	if (!declared || !isFieldName(field) || field === hashedDevices.name) {
		return { kind: 'unknownField', field };
	}
	// Half a surrogate pair has no bytes in UTF-8: another value would be sent in its place.
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
