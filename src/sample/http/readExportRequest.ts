import { FieldTable } from '../../core/plan/fields';
import { type DateDimension, dateDimensions, type Filter, type Format, type Question } from '../../core/plan/plan';
import { compareCivil, type DayEdge, formatCivil, parseCivil } from '../../shared/civilTime';

interface Rejection {
	readonly ok: false;
	readonly words: string;
}

type ParsedRequest = { readonly ok: true; readonly question: Question } | Rejection;

const required = ['application_id', 'date_since', 'date_until', 'fields'] as const;
const optional = ['date_dimension', 'limit', 'use_utf8_bom', 'skip_unavailable_shards'] as const;
const ownNames: ReadonlySet<string> = new Set([...required, ...optional]);

/** Parses the nine parameters in section 4.2 of the service document, as strictly as the document allows. */
export function readExportRequest(parameters: URLSearchParams, format: Format): ParsedRequest {
	const table = new FieldTable();
	const problem = findNameProblem(parameters, table);
	if (problem !== undefined) {
		return reject(problem);
	}
	const text = (name: string) => parameters.get(name) ?? '';

	const id = text('application_id');
	if (!/^[1-9]\d{0,18}$/.test(id)) {
		return reject('Wrong parameter: application_id must be a number');
	}
	const fields = text('fields').split(',');
	const unknown = fields.find((name) => !table.get(name));
	if (unknown !== undefined) {
		return reject(`Unknown field in parameter fields: ${unknown || '(empty)'}`);
	}
	const repeated = fields.find((name, index) => fields.indexOf(name) !== index);
	if (repeated !== undefined) {
		return reject(`Field given twice in parameter fields: ${repeated}`);
	}

	const since = readDate(text('date_since'), 'start');
	const until = readDate(text('date_until'), 'end');
	if (!since || !until) {
		return reject(`Wrong parameter: ${since ? 'date_until' : 'date_since'} must be yyyy-mm-dd hh:mm:ss`);
	}
	if (compareCivil(since, until) > 0) {
		return reject('Wrong parameter: date_since must not be after date_until');
	}

	const dimension = parameters.get('date_dimension') ?? 'default';
	if (!isDateDimension(dimension)) {
		return reject(`Wrong parameter: date_dimension must be one of ${dateDimensions.join(', ')}`);
	}
	const limit = parameters.get('limit');
	if (limit !== null && !/^[1-9]\d{0,14}$/.test(limit)) {
		return reject('Wrong parameter: limit must be a positive number');
	}
	const byteOrderMark = readFlag(parameters.get('use_utf8_bom'));
	const skipUnavailableShards = readFlag(parameters.get('skip_unavailable_shards'));
	if (byteOrderMark === undefined || skipUnavailableShards === undefined) {
		const name = byteOrderMark === undefined ? 'use_utf8_bom' : 'skip_unavailable_shards';
		return reject(`Wrong parameter: ${name} must be true or false`);
	}

	const filters = [...parameters].filter(([name]) => !ownNames.has(name)).map(toFilter);
	const wrong = filters.find(({ field, value }) => table.get(field)?.type === 'integer' && !/^-?\d{1,20}$/.test(value));
	if (wrong) {
		return reject(`Wrong parameter: ${wrong.field} must be a number`);
	}
	return {
		ok: true,
		question: {
			application: { id },
			format,
			since: formatCivil(since),
			until: formatCivil(until),
			dateDimension: dimension,
			fields,
			filters,
			limit: limit === null ? undefined : Number(limit),
			byteOrderMark,
			skipUnavailableShards,
		},
	};
}

function findNameProblem(parameters: URLSearchParams, table: FieldTable): string | undefined {
	const names = [...parameters.keys()];
	const unknown = names.find((name) => !ownNames.has(name) && !table.get(name));
	if (unknown !== undefined) {
		return `Unknown parameter: ${unknown}`;
	}
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) {
		return `Parameter given twice: ${repeated}`;
	}
	const missing = required.find((name) => !parameters.get(name));
	return missing === undefined ? undefined : `Missing parameter: ${missing}`;
}

/** Parses a date. Only the two formats in the service document are valid. */
function readDate(text: string, edge: DayEdge) {
	const parsed = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(text) ? parseCivil(text, edge) : undefined;
	return parsed?.ok ? parsed.time : undefined;
}

function readFlag(text: string | null): boolean | undefined {
	switch (text) {
		case null:
		case 'false':
			return false;
		case 'true':
			return true;
		default:
			return undefined;
	}
}

function isDateDimension(text: string): text is DateDimension {
	return dateDimensions.some((dimension) => dimension === text);
}

function toFilter([field, value]: readonly [string, string]): Filter {
	return { field, value };
}

function reject(words: string): Rejection {
	return { ok: false, words };
}
