import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isObject } from '../../core/common/parseJson';
import { decodeZone, questionFileName } from '../../core/export/library/entryFiles';
import { decodePlan } from '../../core/plan/decodePlan';
import { type Field, FieldTable, hashedDevices, isFieldName } from '../../core/plan/fields';
import { chunkings, type DateDimension, firstPlan, formats, type Plan } from '../../core/plan/plan';
import { isZoneName, maxDays, type Range, type Zone } from '../../core/plan/range';
import { findSavedProblem, planOfSaved } from '../../core/savedExports/savedExport';
import { presetFields, presetKinds } from '../../core/wizard/fieldPresets';
import { parseCivil } from '../../shared/civilTime';
import type { OptionSpec, ParsedOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { describeIgnored, describePlaced, type ReadSavedExport, readSavedExport } from './savedExportFile';

/** Options that select the records to request, except for the application and the dates. */
export const requestOptions = {
	fields: {
		type: 'string',
		value: 'LIST',
		meaning: `${presetKinds.join(', ')}, or a comma-separated list of fields (default: standard, with hashed device IDs if APP_ERRORS_DEVICE_KEY is set)`,
	},
	'additional-field': {
		type: 'string',
		multiple: true,
		value: 'NAME',
		meaning: 'an additional field of your service',
	},
	filter: {
		type: 'string',
		multiple: true,
		value: 'FIELD=VALUE',
		meaning: 'only records with this value in the field',
	},
	format: { type: 'string', value: 'FORMAT', meaning: formats.join(' or ') },
	'time-zone': {
		type: 'string',
		value: 'NAME',
		meaning: 'time zone of the dates (default: the time zone of the application)',
	},
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const planOptions: Readonly<Record<string, OptionSpec>> = {
	app: { type: 'string', value: 'ID', meaning: 'application ID' },
	last: {
		type: 'string',
		value: 'TIME',
		meaning: 'a number of hours or days, such as 24h or 7d, or today or yesterday',
	},
	since: {
		type: 'string',
		value: 'DATE',
		meaning: 'start date (YYYY-MM-DD or "YYYY-MM-DD hh:mm:ss"); requires --until',
	},
	until: { type: 'string', value: 'DATE', meaning: 'end date (included in the range)' },
	'server-time': { type: 'boolean', meaning: 'filter dates by server time instead of device time' },
	...requestOptions,
	limit: { type: 'string', value: 'N', meaning: 'maximum number of records (an arbitrary subset)' },
	chunk: { type: 'string', value: 'UNIT', meaning: `split the export into one request per ${chunkings.join(' or ')}` },
};

interface AskedPlan {
	readonly plan: Plan;
	readonly zone: Zone | undefined;
	readonly additionalFields: readonly Field[];
	/** Bundle ID if the application ID is unknown. In this case, the application ID in the plan is empty. */
	readonly bundle?: string | undefined;
	readonly notes?: readonly string[];
}

const rangeOptions: readonly string[] = ['last', 'since', 'until'];
/** Options that are allowed together with a saved export. */
const optionsWithSavedExport: readonly string[] = [...rangeOptions, 'additional-field', 'time-zone'];

/**
 * Returns the plan that the options describe.
 * @param countsDevices Whether the default fields include hashed device IDs
 */
export async function readPlan(given: ParsedOptions, cwd: string, countsDevices: boolean): Promise<AskedPlan> {
	const [file] = given.operands;
	const zone = askedZone(given.text('time-zone'));
	if (file === undefined) {
		return {
			plan: getPlan(given, countsDevices),
			zone,
			additionalFields: additionalFields(given),
		};
	}
	const path = resolve(cwd, file);
	const savedExport = await readSavedExport(path);
	if (savedExport) {
		refuseOptions(given, optionsWithSavedExport, 'saved export');
		return { ...planFromSavedExport(savedExport, given), zone };
	}
	refuseOptions(given, ['time-zone'], 'request file');
	const saved = await savedPlan(path);
	return { ...saved, ...(zone && { zone }) };
}

function refuseOptions(given: ParsedOptions, allowed: readonly string[], file: string): void {
	const option = Object.keys(planOptions).find((name) => given.isGiven(name) && !allowed.includes(name));
	if (option !== undefined) {
		throw new UsageError(`--${option} can't be used with a ${file}.`);
	}
}

function planFromSavedExport(file: ReadSavedExport, given: ParsedOptions): Omit<AskedPlan, 'zone'> {
	const { path, text, saved } = file;
	const declared = additionalFields(given);
	const fields = new FieldTable(declared);
	const problem = findSavedProblem(saved, fields);
	if (problem) {
		throw new UsageError(describePlaced(path, text, problem));
	}
	const { id = '', bundle } = saved.application;
	const plan = planOfSaved(saved, { id }, fields);
	return {
		plan: rangeOptions.some((name) => given.isGiven(name)) ? { ...plan, range: getRange(given) } : plan,
		additionalFields: declared,
		...(id === '' && { bundle }),
		notes: describeIgnored(file),
	};
}

function getPlan(given: ParsedOptions, countsDevices: boolean): Plan {
	const id = given.text('app');
	if (id === undefined) {
		throw new UsageError('No application is specified. Use --app, a saved export, or a request file.');
	}
	const limit = given.text('limit');
	const chunking = given.isGiven('chunk') ? given.oneOf('chunk', chunkings, 'day') : undefined;
	const dateDimension: DateDimension = given.has('server-time') ? 'receive' : 'default';
	return {
		...readRequest(given, { id }, countsDevices),
		range: getRange(given),
		dateDimension,
		...(limit !== undefined && { limit: given.count('limit', 1) }),
		...(chunking && { chunking }),
	};
}

/** Reads the options that select the records to request, except for the dates. */
export function readRequest(given: ParsedOptions, application: Plan['application'], countsDevices: boolean): Plan {
	const plan = firstPlan(application, countsDevices);
	const fields = given.text('fields');
	return {
		...plan,
		fields: fields === undefined ? new FieldTable().ordered(plan.fields) : getFields(fields),
		filters: given.texts('filter').map(filterOf),
		format: given.oneOf('format', formats, 'csv'),
	};
}

export function additionalFields(given: ParsedOptions): readonly Field[] {
	return given.texts('additional-field').map(additionalField);
}

/** @throws UsageError if the fields include hashed device IDs but the key for hashing is not set */
export function checkDeviceKey({ fields }: Pick<Plan, 'fields'>, env: NodeJS.ProcessEnv): void {
	if (fields.includes(hashedDevices.name) && !env['APP_ERRORS_DEVICE_KEY']) {
		throw new UsageError(
			'To export hashed device IDs, set APP_ERRORS_DEVICE_KEY to 64 hexadecimal digits. Use the same key for every run.',
		);
	}
}

function getRange(given: ParsedOptions): Range {
	const [last, since, until] = [given.text('last'), given.text('since'), given.text('until')];
	if (last !== undefined) {
		if (since !== undefined || until !== undefined) {
			throw new UsageError('Use either --last, or --since and --until.');
		}
		return named(last);
	}
	const from = since === undefined ? undefined : parseCivil(since, 'start');
	const to = until === undefined ? undefined : parseCivil(until, 'end');
	if (!from?.ok || !to?.ok) {
		throw new UsageError('No date range is specified. Use --last, or --since and --until.');
	}
	return { kind: 'between', since: from.time, until: to.time };
}

function named(last: string): Range {
	switch (last) {
		case '24h':
			return { kind: 'last24Hours' };
		case 'today':
		case 'yesterday':
			return { kind: last };
	}
	const [, digits = '', unit] = /^([1-9]\d{0,5})([dh])$/.exec(last) ?? [];
	const count = Number(digits);
	if (unit === undefined || count > (unit === 'd' ? maxDays : 24 * maxDays)) {
		throw new UsageError(`--last must be ${planOptions['last']?.meaning}`);
	}
	return unit === 'd' ? { kind: 'lastDays', days: count } : { kind: 'lastHours', hours: count };
}

function getFields(list: string): readonly string[] {
	const preset = presetKinds.find((kind) => kind === list);
	return preset ? presetFields(preset, new FieldTable([])) : list.split(',').map((name) => name.trim());
}

/** Creates a field that isn't in the service document. It is treated as personal, because its content is unknown. */
function additionalField(name: string): Field {
	if (!isFieldName(name)) {
		throw new UsageError(`--additional-field: "${name}" is not a valid field name`);
	}
	return { name, type: 'string', personal: true, group: 'identity', meaning: '' };
}

function filterOf(text: string) {
	const at = text.indexOf('=');
	if (at <= 0) {
		throw new UsageError('--filter must have the format FIELD=VALUE');
	}
	return { field: text.slice(0, at), value: text.slice(at + 1) };
}

export function askedZone(name: string | undefined): Zone | undefined {
	if (name !== undefined && !isZoneName(name)) {
		throw new UsageError(`--time-zone: unknown time zone "${name}"`);
	}
	return name === undefined ? undefined : { kind: 'named', name };
}

/** Reads a saved plan. Ignores its service URL, which could redirect the token to another server. */
async function savedPlan(path: string): Promise<AskedPlan> {
	const value = await readJson(path).catch(() => readJson(join(path, questionFileName)).catch(() => undefined));
	const stored = isObject(value) && isObject(value['plan']) ? value : undefined;
	const plan = decodePlan(stored ? stored['plan'] : value);
	if (!plan || plan.view === 'synced') {
		throw new UsageError(`${path} is neither a saved export nor a request file`);
	}
	const known = new FieldTable([]);
	const names = [...plan.fields, ...plan.filters.map(({ field }) => field)];
	// Fields that the service document doesn't contain come from the settings of the user who saved the plan.
	const unknown = new Set(names.filter((name) => !known.get(name) && isFieldName(name)));
	return { plan, zone: decodeZone(stored?.['zone']), additionalFields: [...unknown].map(additionalField) };
}

async function readJson(path: string): Promise<unknown> {
	return JSON.parse(await readFile(path, 'utf8'));
}
