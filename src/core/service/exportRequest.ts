import { AppError } from '../common/errors';
import { type FieldTable, isFieldName } from '../plan/fields';
import { findPlanProblem, type Question } from '../plan/plan';
import { joinPath } from './address';

type Parameter = readonly [name: string, value: string];

/** Names of the request parameters that are not filters (service document, section 4.2). */
const reservedNames: ReadonlySet<string> = new Set([
	'application_id',
	'date_since',
	'date_until',
	'fields',
	'date_dimension',
	'limit',
	'use_utf8_bom',
	'skip_unavailable_shards',
]);

/**
 * Returns true if a field can be a filter. A filter is a request parameter with the field's name, so the names of other
 * parameters can't be used.
 */
export function isFilterable(field: string): boolean {
	return isFieldName(field) && !reservedNames.has(field);
}

/**
 * Returns the parameters of an export request. Parameters with default values are omitted, because some services may
 * not support them.
 * @throws AppError `invalidPlan` if the service document doesn't allow a value
 */
export function describeParameters(question: Question, fields: FieldTable): readonly Parameter[] {
	const problem = findPlanProblem(question, fields);
	if (problem) {
		throw new AppError({ kind: 'invalidPlan', problem });
	}
	const twice = question.filters.find((filter) => !isFilterable(filter.field));
	if (twice) {
		throw new AppError({ kind: 'invalidPlan', problem: { kind: 'duplicateFilter', field: twice.field } });
	}
	const parameters: Parameter[] = [
		['application_id', question.application.id],
		['date_since', question.since],
		['date_until', question.until],
		['fields', fields.ordered(question.fields).join(',')],
	];
	if (question.dateDimension !== 'default') {
		parameters.push(['date_dimension', question.dateDimension]);
	}
	if (question.limit !== undefined) {
		parameters.push(['limit', String(question.limit)]);
	}
	if (question.byteOrderMark) {
		parameters.push(['use_utf8_bom', 'true']);
	}
	if (question.skipUnavailableShards) {
		parameters.push(['skip_unavailable_shards', 'true']);
	}
	for (const { field, value } of question.filters) {
		parameters.push([field, value]);
	}
	return parameters;
}

/**
 * Returns the URL of an export. The same export always has the same URL, because the service identifies a queued export
 * by its URL.
 */
export function exportUrl(baseUrl: string, question: Question, fields: FieldTable): string {
	const query = describeParameters(question, fields)
		.map(([name, value]) => `${name}=${percentEncode(value)}`)
		.join('&');
	return `${joinPath(baseUrl, `/logs/v1/export/errors.${question.format}`)}?${query}`;
}

/**
 * Encodes a URL parameter. Leaves `,` and `:` readable (RFC 3986, section 3.4), but encodes spaces as `%20`, because
 * not every server decodes `+`.
 */
function percentEncode(text: string): string {
	let encoded = '';
	for (const byte of Buffer.from(text, 'utf8')) {
		const character = String.fromCharCode(byte);
		encoded += /[\w.~,:-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}
	return encoded;
}
