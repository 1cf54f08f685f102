import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { decodeZone, questionFileName } from '../../core/export/library/entryFiles';
import { decodePlan, isObject } from '../../core/plan/decodePlan';
import { type Field, FieldTable, isFieldName } from '../../core/plan/fields';
import { type DateDimension, firstPlan, formats, type Plan, slicings } from '../../core/plan/plan';
import { dayCounts, isZoneName, type Range, type Zone } from '../../core/plan/range';
import { presetFields, presetKinds } from '../../core/wizard/fieldPresets';
import { parseCivil } from '../../shared/civilTime';
import type { Given, OptionSpec } from '../asked/options';
import { UsageError } from '../asked/usageError';

export const planOptions: Readonly<Record<string, OptionSpec>> = {
	app: { type: 'string', value: 'ID', meaning: 'the application' },
	last: {
		type: 'string',
		value: 'TIME',
		meaning: `24h, today, yesterday, ${dayCounts.map((days) => `${days}d`).join(', ')}`,
	},
	since: { type: 'string', value: 'DATE', meaning: 'yyyy-mm-dd or "yyyy-mm-dd hh:mm:ss", with --until' },
	until: { type: 'string', value: 'DATE', meaning: 'to the end of that day' },
	received: { type: 'boolean', meaning: 'dates are about when errors were received' },
	fields: { type: 'string', value: 'LIST', meaning: `${presetKinds.join(', ')}, or names with commas between; usual` },
	'additional-field': {
		type: 'string',
		multiple: true,
		value: 'NAME',
		meaning: 'a field of your service beyond its documentation',
	},
	filter: { type: 'string', multiple: true, value: 'F=V', meaning: 'only records whose field has the value' },
	format: { type: 'string', value: 'F', meaning: formats.join(' or ') },
	limit: { type: 'string', value: 'N', meaning: 'records at most, an arbitrary subset' },
	slices: { type: 'string', value: 'S', meaning: `ask by ${slicings.join(' or ')}` },
	'time-zone': { type: 'string', value: 'NAME', meaning: 'clock of the dates; that of the application' },
};

/** What is to be exported, and on which clock it is read where that is said. */
interface AskedPlan {
	readonly plan: Plan;
	readonly zone: Zone | undefined;
	/** Those of its fields that the service's document does not know. */
	readonly additionalFields: readonly Field[];
}

/**
 * From a file that holds a plan, as the `question.json` of an export does, or from options.
 * @throws UsageError
 */
export async function readPlan(given: Given, cwd: string): Promise<AskedPlan> {
	const [file] = given.operands;
	const zone = zoneOf(given.text('time-zone'));
	if (file === undefined) {
		return { plan: planOf(given), zone, additionalFields: given.texts('additional-field').map(additionalField) };
	}
	const option = Object.keys(planOptions).find((name) => given.isGiven(name));
	if (option !== undefined && option !== 'time-zone') {
		throw new UsageError(`The file says what is to be exported: --${option} cannot be given as well.`);
	}
	const saved = await savedPlan(resolve(cwd, file));
	return { ...saved, ...(zone && { zone }) };
}

function planOf(given: Given): Plan {
	const id = given.text('app');
	if (id === undefined) {
		throw new UsageError('Name the application, --app, or a file with a question.');
	}
	const limit = given.text('limit');
	const slicing = given.isGiven('slices') ? given.oneOf('slices', slicings, 'day') : undefined;
	const dateDimension: DateDimension = given.has('received') ? 'receive' : 'default';
	return {
		...firstPlan({ id }),
		range: rangeOf(given),
		fields: fieldsOf(given.text('fields')),
		filters: given.texts('filter').map(filterOf),
		format: given.oneOf('format', formats, 'csv'),
		dateDimension,
		...(limit !== undefined && { limit: given.count('limit', 1) }),
		...(slicing && { slicing }),
	};
}

function rangeOf(given: Given): Range {
	const [last, since, until] = [given.text('last'), given.text('since'), given.text('until')];
	if (last !== undefined) {
		if (since !== undefined || until !== undefined) {
			throw new UsageError('Either --last, or --since and --until.');
		}
		return named(last);
	}
	const from = since === undefined ? undefined : parseCivil(since, 'start');
	const to = until === undefined ? undefined : parseCivil(until, 'end');
	if (!from?.ok || !to?.ok) {
		throw new UsageError('Say which time: --last, or --since and --until as yyyy-mm-dd.');
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
	const days = dayCounts.find((count) => last === `${count}d`);
	if (days === undefined) {
		throw new UsageError(`--last is ${planOptions['last']?.meaning}`);
	}
	return { kind: 'lastDays', days };
}

function fieldsOf(list: string | undefined): readonly string[] {
	const preset = presetKinds.find((kind) => kind === (list ?? 'usual'));
	return preset ? presetFields(preset, new FieldTable([])) : (list ?? '').split(',').map((name) => name.trim());
}

/** Personal until somebody says otherwise, as in the settings of the editor. */
function additionalField(name: string): Field {
	if (!isFieldName(name)) {
		throw new UsageError(`--additional-field: "${name}" cannot be the name of a field`);
	}
	return { name, type: 'string', personal: true, group: 'identity', meaning: '' };
}

function filterOf(text: string) {
	const at = text.indexOf('=');
	if (at <= 0) {
		throw new UsageError('--filter is FIELD=VALUE');
	}
	return { field: text.slice(0, at), value: text.slice(at + 1) };
}

function zoneOf(name: string | undefined): Zone | undefined {
	if (name !== undefined && !isZoneName(name)) {
		throw new UsageError(`--time-zone: there is no zone "${name}"`);
	}
	return name === undefined ? undefined : { kind: 'named', name };
}

/** An address in such a file is passed over: it would say where the token goes. */
async function savedPlan(path: string): Promise<AskedPlan> {
	const value = await readJson(path).catch(() => readJson(join(path, questionFileName)).catch(() => undefined));
	const stored = isObject(value) && isObject(value['plan']) ? value : undefined;
	const plan = decodePlan(stored ? stored['plan'] : value);
	if (!plan || plan.view === 'kept') {
		throw new UsageError(`There is no question in ${path}`);
	}
	const known = new FieldTable([]);
	const names = [...plan.fields, ...plan.filters.map(({ field }) => field)];
	// Whoever saved it had declared them.
	const unknown = new Set(names.filter((name) => !known.get(name) && isFieldName(name)));
	return { plan, zone: decodeZone(stored?.['zone']), additionalFields: [...unknown].map(additionalField) };
}

async function readJson(path: string): Promise<unknown> {
	return JSON.parse(await readFile(path, 'utf8'));
}
